/** Texts for people without access to the screens in `screens/staff`. */
export default {
  onlyStaff: "Only for the park’s staff",
  onlyStaffNote: "An administrator of the park can give your account the role.",
  signIn: "The day board needs an account with the role of the park’s staff.",
  onlyAdmin: "Only for administrators",
  onlyAdminNote: "Cases, decisions and the park’s settings are for administrators.",
};
