/** Texts of `screens/staff/report.js`. */
export default {
  title: "Report",
  from: "From",
  days: "Days",
  none: "Nothing was booked or paid in this period",
  download: "Download as CSV",
  date: "Day",
  reverse: "Reverse",
  other: "Passes and other",
  bookings: "Bookings",
  sets: "Sets",
  occupancy: "Occupancy",
  passSets: "With a pass",
  noShows: "No-shows",
  late: "Late cancellations",
  revenue: "Revenue",
  total: "Total",
};
