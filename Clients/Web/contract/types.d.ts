/**
 * The types of the API over HTTP. Generated from the Swift contract; do not edit. To regenerate:
 * `UPDATE_SNAPSHOT=1 swift test --filter WebContractTests`
 *
 * A newer server may add members to results, values to unions with `string & {}`, and reasons. Parameters that have no
 * value are left out; `null` is rejected.
 */

/** A point in time in RFC 3339, in UTC: `2026-11-23T09:30:00Z` */
export type Instant = string;

/** A date without a time zone: `2026-11-23` */
export type LocalDate = string;

/** A type of a session's tokens without those that the gateway keeps in cookies */
export type WithoutRefreshToken<Type> = Omit<Type, "refreshToken" | "deviceToken">;

/** The access to a method: everyone, everyone where the instance opens the service, signed-in users, or a role */
export type Access = "admin" | "anyone" | "museums.editor" | "openable" | "park.admin" | "park.staff" | "signed-in";

/** The safety of repeating a call: always, with the same idempotency key, or not at all */
export type Repetition = "idempotent" | "keyed" | "once";

/** A property of a method that few methods have */
export type MethodFlag = "etag" | "raw" | "session" | "session-end" | "device";

/** Verb, path, access, repetition and flags of a method */
export type MethodDescription = readonly [
  verb: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  access: Access,
  repetition: Repetition,
  ...flags: MethodFlag[],
];

/** The methods by name */
export type MethodTable = Readonly<Record<MethodName, MethodDescription>>;

/** The name of a method */
export type MethodName = keyof Methods;

/** The parameters of a method */
export type Params<Name extends MethodName> = Methods[Name]["params"];

/** The result of a method */
export type Result<Name extends MethodName> = Methods[Name]["result"];

/** The arguments of a call: parameters that are all optional may be left out */
export type Arguments<Name extends MethodName> = {} extends Params<Name>
  ? [params?: Params<Name>]
  : [params: Params<Name>];

/** The parameters and the result of each method */
export interface Methods {
  /** Signs in with an e-mail address and password */
  "auth.login": { params: AuthLoginParams; result: WithoutRefreshToken<AuthTokens> };
  /** Sends a code to a telephone, for signing in or registering */
  "auth.requestCode": { params: AuthRequestCodeParams; result: AuthPhoneChallenge };
  /** Verifies a code sent by SMS, and signs in or returns a token that completes the registration */
  "auth.verifyCode": { params: AuthVerifyCodeParams; result: WithoutRefreshToken<AuthVerifyCodeResult> };
  /** Completes a sign-in with a code of the authenticator app, or with a recovery code */
  "auth.completeSignIn": { params: AuthCompleteSignInParams; result: WithoutRefreshToken<AuthTokens> };
  /** Creates a challenge for auth.loginWithPasskey or auth.provePresence */
  "auth.passkeyChallenge": { params: Empty; result: AuthPasskeyChallengeResult };
  /** Signs in with a passkey */
  "auth.loginWithPasskey": { params: AuthLoginWithPasskeyParams; result: WithoutRefreshToken<AuthTokens> };
  /** Exchanges a refresh token for the next pair of tokens */
  "auth.refresh": { params: WithoutRefreshToken<AuthRefreshParams>; result: WithoutRefreshToken<AuthTokens> };
  /** Ends the session of a refresh token */
  "auth.logout": { params: WithoutRefreshToken<AuthLogoutParams>; result: void };
  /** Returns the public keys that verify access tokens, as a JSON Web Key Set (RFC 7517) */
  "auth.jwks": { params: Empty; result: AuthKeySetResult };
  /** Returns the declaration that a person makes to register, in the caller's language */
  "auth.declaration": { params: Empty; result: AuthCurrentDeclarationResult };
  /** Starts a registration and sends a code to the e-mail address */
  "auth.register": { params: AuthRegisterParams; result: AuthChallenge };
  /** Completes a registration with the code that was sent, and signs in */
  "auth.verifyEmail": { params: AuthVerifyEmailParams; result: WithoutRefreshToken<AuthTokens> };
  /** Creates the account of a verified telephone number, and signs in */
  "auth.completeRegistration": { params: AuthCompleteRegistrationParams; result: WithoutRefreshToken<AuthTokens> };
  /** Returns the caller's own account */
  "auth.me": { params: Empty; result: AuthUser };
  /** Corrects the caller's personal data */
  "auth.updateProfile": { params: AuthUpdateProfileParams; result: AuthUser };
  /** Sends a code to the telephone number that the caller wants to sign in with */
  "auth.setPhone": { params: AuthSetPhoneParams; result: AuthPhoneChallenge };
  /** Sets the caller's telephone number after verifying the code that was sent to it */
  "auth.confirmPhone": { params: AuthConfirmPhoneParams; result: AuthUser };
  /** Sends a code to the e-mail address that the caller wants to sign in with */
  "auth.setEmail": { params: AuthSetEmailParams; result: AuthChallenge };
  /** Sets the caller's e-mail address and password after verifying the code that was sent to it */
  "auth.confirmEmail": { params: AuthConfirmEmailParams; result: AuthUser };
  /** Exports what the account service holds of the caller, table by table */
  "auth.export": { params: ExportParams; result: PageExportedRow };
  /** Sends a code that resets a forgotten password */
  "auth.requestPasswordReset": { params: AuthRequestPasswordResetParams; result: AuthChallenge };
  /** Replaces a forgotten password with the code that was sent, and signs in */
  "auth.resetPassword": { params: AuthResetPasswordParams; result: WithoutRefreshToken<AuthTokens> };
  /** Changes the caller's password */
  "auth.changePassword": { params: AuthChangePasswordParams; result: void };
  /** Lists the sessions of the caller's account */
  "auth.sessions": { params: Empty; result: AuthActiveSessionsResult };
  /** Ends a session of the caller's account */
  "auth.revokeSession": { params: AuthRevokeSessionParams; result: void };
  /** Ends all sessions of the caller's account except the session of this call */
  "auth.revokeOtherSessions": { params: Empty; result: void };
  /** Returns the second factors of the caller's account */
  "auth.factors": { params: Empty; result: AuthFactors };
  /** Creates the secret for an authenticator app */
  "auth.setAuthenticator": { params: Empty; result: AuthSetAuthenticatorResult };
  /** Sets up the authenticator app after verifying one of its codes, and returns recovery codes */
  "auth.confirmAuthenticator": { params: AuthConfirmAuthenticatorParams; result: AuthRecoveryCodes };
  /** Removes the authenticator app and its recovery codes */
  "auth.removeAuthenticator": { params: Empty; result: void };
  /** Replaces the recovery codes */
  "auth.renewRecoveryCodes": { params: Empty; result: AuthRecoveryCodes };
  /** Creates a challenge for a new passkey */
  "auth.beginPasskey": { params: Empty; result: AuthBeginPasskeyResult };
  /** Adds a passkey to the caller's account */
  "auth.addPasskey": { params: AuthAddPasskeyParams; result: AuthPasskey };
  /** Removes a passkey of the caller's account */
  "auth.removePasskey": { params: AuthRemovePasskeyParams; result: void };
  /** Proves that the owner of the account is present, and returns an access token that says so */
  "auth.provePresence": { params: AuthProvePresenceParams; result: AuthProvePresenceResult };
  /** Sends a code that confirms the deletion of the caller's account */
  "auth.requestDeletion": { params: Empty; result: AuthChallenge };
  /** Schedules the deletion of the caller's account after verifying the code that was sent */
  "auth.deleteAccount": { params: AuthDeleteAccountParams; result: AuthUser };
  /** Cancels the deletion of the caller's account */
  "auth.keepAccount": { params: Empty; result: AuthUser };
  /** Grants a role to an account */
  "auth.grantRole": { params: AuthRoleChange; result: AuthRoleHolder };
  /** Revokes a role of an account */
  "auth.revokeRole": { params: AuthRoleChange; result: AuthRoleHolder };
  /** Lists the accounts that hold a role */
  "auth.roleHolders": { params: AuthRoleHoldersParams; result: AuthRoleHoldersResult };
  /** Finds accounts, in the order of the property */
  "auth.accounts": { params: AuthAccountsParams; result: PageAuthAccountSummary };
  /** Returns an account with its roles, its sessions' number and its lock */
  "auth.account": { params: AuthAccountKey; result: AuthAccountDetails };
  /** Locks an account: its sessions end, and nobody signs in until auth.unlockAccount */
  "auth.lockAccount": { params: AuthLockAccountParams; result: AuthAccountDetails };
  /** Unlocks an account; its owner can sign in again */
  "auth.unlockAccount": { params: AuthAccountKey; result: AuthAccountDetails };
  /** Ends all sessions of an account; its owner can sign in again at once */
  "auth.endSessions": { params: AuthAccountKey; result: AuthAccountDetails };
  /** Lists what the audit trail holds about an account, newest first */
  "auth.accountAudit": { params: AuthAccountAuditParams; result: PageAuthAccountEvent };
  /** Lists the rules on who may have an account, by kind and value */
  "auth.rules": { params: AuthRulesParams; result: PageAuthRule };
  /** Adds a rule, or replaces the one with the same kind and value */
  "auth.putRule": { params: AuthPutRuleParams; result: AuthRule };
  /** Removes a rule */
  "auth.removeRule": { params: AuthRuleKey; result: void };
  /** Lists the accounts that a rule would affect if it were added, and changes nothing */
  "auth.tryRules": { params: AuthTryRulesParams; result: AuthTryRulesResult };
  /** Applies the rules to existing accounts: ends the sessions of denied ones, and opens reviews */
  "auth.sweep": { params: AuthSweepParams; result: AuthSweepResult };
  /** Lists the accounts that rules ask to look at and that nobody decided on, oldest first */
  "auth.reviews": { params: AuthReviewsParams; result: PageAuthReview };
  /** Lists the appeals that nobody decided on, oldest first */
  "auth.appeals": { params: AuthReviewsParams; result: PageAuthReview };
  /** Decides on a review or an appeal */
  "auth.decideReview": { params: AuthDecideReviewParams; result: AuthReview };
  /** Appeals against a refusal */
  "auth.appeal": { params: AuthAppealParams; result: void };
  /** Finds museums by text, place and category */
  "museums.search": { params: MuseumsSearchParams; result: MuseumsSearchResult };
  /** Returns one museum */
  "museums.get": { params: MuseumsGetParams; result: MuseumsGetResult };
  /** Suggests museums as the user types */
  "museums.suggest": { params: MuseumsSuggestParams; result: MuseumsSuggestResult };
  /** Returns the museums in a rectangle of the map, clustered where they are dense */
  "museums.map": { params: MuseumsMapParams; result: MuseumsMapResult };
  /** Lists the subjects of museums with their names */
  "museums.categories": { params: Empty; result: MuseumsCategoriesResult };
  /** Returns the museums of a city with everything that a screen shows, for use without a network */
  "museums.bundle": { params: MuseumsBundleParams; result: MuseumsBundleResult };
  /** Lists the caller's favourite and visited museums */
  "museums.marks": { params: Empty; result: MuseumsMarksResult };
  /** Marks a museum as a favourite or as visited, or removes a mark */
  "museums.mark": { params: MuseumsSetMarkParams; result: MuseumsMark };
  /** Exports what the catalogue of museums holds of the caller, table by table */
  "museums.export": { params: ExportParams; result: PageExportedRow };
  /** Returns a museum with its texts in all languages, even if it was removed */
  "museums.record": { params: MuseumsReadRecordParams; result: MuseumsRecord };
  /** Creates or changes a museum */
  "museums.put": { params: MuseumsPutParams; result: MuseumsRecord };
  /** Removes a museum from the catalogue */
  "museums.remove": { params: MuseumsRemoval; result: MuseumsRecord };
  /** Restores a museum that an editor removed */
  "museums.restore": { params: MuseumsRemoval; result: MuseumsRecord };
  /** Lists the changes of editors, the latest first */
  "museums.edits": { params: MuseumsEditsParams; result: PageMuseumsEdit };
  /** Returns a change with the museum before and after it */
  "museums.edit": { params: MuseumsReadEditParams; result: MuseumsReadEditResult };
  /** Undoes a change and all later ones: the museum becomes what it was before the change */
  "museums.revert": { params: MuseumsRevertParams; result: MuseumsRecord };
  /** Uploads a part of a picture */
  "museums.uploadPart": { params: MuseumsUploadPartParams; result: MuseumsUploadPartResult };
  /** Gives a museum the picture that the caller uploaded */
  "museums.setPicture": { params: MuseumsSetPictureParams; result: MuseumsRecord };
  /** Removes the picture of a museum */
  "museums.removePicture": { params: MuseumsRemoval; result: MuseumsRecord };
  /** Returns the current weather */
  "weather.current": { params: WeatherWhere; result: WeatherCurrentResult };
  /** Returns a forecast for seven days in steps, with a summary of each day */
  "weather.forecast": { params: WeatherForecastParams; result: WeatherForecastResult };
  /** Returns the current quality of the air */
  "weather.airQuality": { params: WeatherAirQualityParams; result: WeatherAirQualityResult };
  /** Finds cities by name */
  "places.search": { params: PlacesSearchParams; result: PlacesSearchResult };
  /** Returns one place, named in the caller's language */
  "places.get": { params: PlacesGetParams; result: PlacesGetResult };
  /** Returns the address at coordinates */
  "places.reverse": { params: PlacesReverseParams; result: PlacesReverseResult };
  /** Returns today's news about a city, or about its country if there is none */
  "news.local": { params: NewsLocalParams; result: NewsLocalResult };
  /** Returns address, weather, forecast and news of a place, each with its own status */
  "briefing.get": { params: BriefingGetParams; result: BriefingGetResult };
  /** Lists the caller's saved cities */
  "cities.list": { params: Empty; result: CitiesListResult };
  /** Saves a city, to see its weather beside that of others */
  "cities.add": { params: CitiesAddParams; result: CitiesCity };
  /** Removes a saved city */
  "cities.remove": { params: CitiesRemoveParams; result: void };
  /** Returns the current weather of several cities, each with its own status */
  "cities.weather": { params: CitiesCityWeatherParams; result: CitiesCityWeatherResult };
  /** Saves a place with its address and current weather */
  "history.add": { params: HistoryAddParams; result: HistoryEntry };
  /** Lists the caller's saved look-ups, newest first */
  "history.list": { params: HistoryListParams; result: PageHistoryEntry };
  /** Returns one saved look-up of the caller */
  "history.get": { params: HistoryGetParams; result: HistoryEntry };
  /** Removes one saved look-up of the caller */
  "history.remove": { params: HistoryRemoveParams; result: void };
  /** Removes all saved look-ups of the caller */
  "history.clear": { params: Empty; result: HistoryClearResult };
  /** Exports what the saved look-ups hold of the caller, table by table */
  "history.export": { params: ExportParams; result: PageExportedRow };
  /** Returns a group's timetable */
  "schedule.forGroup": { params: ScheduleForGroupParams; result: ScheduleTimetable };
  /** Returns a lecturer's timetable */
  "schedule.forLecturer": { params: ScheduleForLecturerParams; result: ScheduleTimetable };
  /** Returns one day of a group's or a lecturer's timetable */
  "schedule.day": { params: ScheduleDayParams; result: ScheduleDayResult };
  /** Returns the next lessons of a group or a lecturer */
  "schedule.next": { params: ScheduleNextParams; result: ScheduleNextResult };
  /** Lists the exams, credit tests and consultations of a group or a lecturer */
  "schedule.exams": { params: ScheduleExamsParams; result: ScheduleExamsResult };
  /** Returns the week of the timetable's four-week cycle that contains a date */
  "schedule.week": { params: ScheduleWeekParams; result: ScheduleWeekResult };
  /** Lists what changed in a timetable since the caller last looked */
  "schedule.changes": { params: ScheduleChangesParams; result: ScheduleChangesResult };
  /** Returns a room's timetable: its lessons and exams by week and day */
  "schedule.forRoom": { params: ScheduleForRoomParams; result: ScheduleForRoomResult };
  /** Lists the rooms without a lesson at a time of a day */
  "schedule.freeRooms": { params: ScheduleFreeRoomsParams; result: ScheduleFreeRoomsResult };
  /** Lists student groups by number; filters by number or speciality */
  "schedule.groups": { params: ScheduleCatalogueQuery; result: ScheduleListingScheduleGroup };
  /** Lists lecturers by name; filters by name or department */
  "schedule.lecturers": { params: ScheduleCatalogueQuery; result: ScheduleListingScheduleLecturer };
  /** Lists rooms by building and number; filters by either */
  "schedule.rooms": { params: ScheduleCatalogueQuery; result: ScheduleListingScheduleRoom };
  /** Lists all groups by faculty, speciality and year of study */
  "schedule.faculties": { params: Empty; result: ScheduleFacultiesResult };
  /** Lists the caller's favourite groups and lecturers */
  "schedule.favourites": { params: Empty; result: ScheduleFavouritesResult };
  /** Adds a favourite group or lecturer, or changes the subgroup and pin of an existing one */
  "schedule.addFavourite": { params: ScheduleAddFavouriteParams; result: ScheduleFavourite };
  /** Removes a favourite */
  "schedule.removeFavourite": { params: ScheduleRemoveFavouriteParams; result: void };
  /** Exports what the timetable holds of the caller, table by table */
  "schedule.export": { params: ExportParams; result: PageExportedRow };
  /** Lists the caller's calendar feeds, without their addresses */
  "schedule.calendars": { params: Empty; result: ScheduleCalendarsResult };
  /** Creates a calendar feed of a timetable */
  "schedule.addCalendar": { params: ScheduleAddCalendarParams; result: ScheduleAddCalendarResult };
  /** Revokes a calendar feed: its address is unknown from then on */
  "schedule.removeCalendar": { params: ScheduleRemoveCalendarParams; result: void };
  /** Returns the park's location, opening hours, reverses, prices and rules */
  "booking.park": { params: Empty; result: BookingParkResult };
  /** Lists days with the number of free slots on each, or the reason why a day is closed */
  "booking.days": { params: BookingDaysParams; result: BookingDaysResult };
  /** Lists all slots of a day, by reverse and time */
  "booking.slots": { params: BookingSlotsParams; result: BookingSlotsResult };
  /** Holds slots for a few minutes while the customer confirms */
  "booking.hold": { params: BookingHoldParams; result: BookingHeldSlots };
  /** Releases held slots */
  "booking.release": { params: BookingReleaseParams; result: void };
  /** Books slots: those of a hold, or any free ones */
  "booking.book": { params: BookingBookParams; result: BookingRecord };
  /** Returns one booking */
  "booking.get": { params: BookingGetParams; result: BookingRecord };
  /** Lists the caller's bookings */
  "booking.history": { params: BookingHistoryParams; result: PageBookingRecord };
  /** Cancels a booking and frees its slots at once */
  "booking.cancel": { params: BookingCancelParams; result: BookingRecord };
  /** Reschedules a booking to other slots, atomically */
  "booking.reschedule": { params: BookingRescheduleParams; result: BookingRecord };
  /** Lists the caller's late cancellations and no-shows with the decisions on them, newest first */
  "booking.cases": { params: BookingCasesParams; result: PageBookingCase };
  /** Exports what the wake park holds of the caller, table by table */
  "booking.export": { params: ExportParams; result: PageExportedRow };
  /** Adds the customer's words to a case of their own */
  "booking.explain": { params: BookingExplainParams; result: BookingCase };
  /** Appeals against a decision on a case of the caller */
  "booking.appeal": { params: BookingAppealDecisionParams; result: BookingCase };
  /** Returns the caller's choices about confirmations and reminders */
  "booking.notices": { params: Empty; result: BookingNoticeSettings };
  /** Changes the caller's choices about confirmations and reminders */
  "booking.setNotices": { params: BookingSetNoticesParams; result: BookingNoticeSettings };
  /** Tells whether the caller's bookings have a calendar feed */
  "booking.calendar": { params: Empty; result: BookingCalendarResult };
  /** Creates the calendar feed of the caller's bookings, or replaces its address */
  "booking.makeCalendar": { params: Empty; result: BookingMakeCalendarResult };
  /** Revokes the calendar feed of the caller's bookings: its address is unknown from then on */
  "booking.removeCalendar": { params: Empty; result: void };
  /** Waits for slots that are booked */
  "booking.wait": { params: BookingWaitParams; result: BookingWaitlistEntry };
  /** Lists the caller's entries on the waitlist, by start */
  "booking.waitlist": { params: Empty; result: BookingWaitlistResult };
  /** Ends an entry on the waitlist, and the offer if there is one */
  "booking.leaveWaitlist": { params: BookingLeaveWaitlistParams; result: void };
  /** Lists the caller's valid passes with the sets left on them, first to expire first */
  "booking.pass": { params: Empty; result: BookingPassesResult };
  /** Buys a pass through the payment provider */
  "booking.topUp": { params: BookingTopUpParams; result: BookingPayment };
  /** Returns one payment of the caller */
  "booking.payment": { params: BookingGetPaymentParams; result: BookingPayment };
  /** Lists the ledger entries of the caller's account, newest first */
  "booking.ledger": { params: BookingLedgerParams; result: PageBookingLedgerEntry };
  /** Receives a payment notification from the payment provider */
  "booking.notifyPayment": { params: BodyInit; result: Empty };
  /** Lists the purchases of passes, newest first */
  "booking.payments": { params: BookingPaymentsParams; result: PageBookingPurchase };
  /** Refunds an unused pass */
  "booking.refund": { params: BookingRefundParams; result: BookingPayment };
  /** Returns a day at the park: bookings, holds and closures */
  "booking.board": { params: BookingBoardParams; result: BookingBoardResult };
  /** Returns the occupancy of several days, by reverse and hour */
  "booking.boardDays": { params: BookingBoardDaysParams; result: BookingBoardDaysResult };
  /** Books on behalf of a customer who telephones or is at the park */
  "booking.bookFor": { params: BookingBookForParams; result: BookingBoardItem };
  /** Checks in the customer of a booking and settles its charge */
  "booking.checkIn": { params: BookingCheckInParams; result: BookingBoardItem };
  /** Records that the customer did not come, and opens a case for the administrator */
  "booking.noShow": { params: BookingNoShowParams; result: BookingBoardItem };
  /** Sets the staff's note on a booking */
  "booking.note": { params: BookingNoteParams; result: BookingBoardItem };
  /** Records that a customer paid a debt at the park */
  "booking.settle": { params: BookingSettleParams; result: BookingCustomer };
  /** Records that the park paid out a customer's credit */
  "booking.payBack": { params: BookingPayBackParams; result: BookingCustomer };
  /** Finds customers by name, by digits of the telephone number, or by e-mail address */
  "booking.customers": { params: BookingCustomersParams; result: BookingCustomersResult };
  /** Returns a customer with passes, bookings and receipts */
  "booking.customer": { params: BookingGetCustomerParams; result: BookingGetCustomerResult };
  /** Records the sale of a pass at the till, and issues a receipt */
  "booking.sellPass": { params: BookingSellPassParams; result: BookingReceipt };
  /** Corrects the sets of a pass at the till, and issues a receipt */
  "booking.correctPass": { params: BookingCorrectPassParams; result: BookingReceipt };
  /** Lists the bookings that a closure of this period would cancel or has cancelled, by time */
  "booking.affected": { params: BookingAffectedParams; result: PageBookingBoardItem };
  /** Closes the park or one reverse for a period */
  "booking.close": { params: BookingCloseParams; result: BookingClosure };
  /** Ends a closure */
  "booking.reopen": { params: BookingReopenParams; result: BookingClosure };
  /** Lists the cases that await a decision, oldest first, each with the customer's record */
  "booking.openCases": { params: BookingOpenCasesParams; result: PageBookingCase };
  /** Lists the decided cases of all customers, the last decision first */
  "booking.decidedCases": { params: BookingDecidedCasesParams; result: PageBookingCase };
  /** Decides a case and notifies the customer of the decision and its reason */
  "booking.decide": { params: BookingDecideParams; result: BookingCase };
  /** Reverses a decision */
  "booking.reverseDecision": { params: BookingReverseDecisionParams; result: BookingCase };
  /** Lists the appeals that await an answer, oldest first */
  "booking.appeals": { params: BookingAppealsParams; result: PageBookingCase };
  /** Rejects an appeal and tells the customer the reason */
  "booking.rejectAppeal": { params: BookingRejectAppealParams; result: BookingCase };
  /** Reports occupancy and revenue by day and reverse */
  "booking.report": { params: BookingReportParams; result: BookingReportResult };
  /** Returns the park's settings with the texts in all languages */
  "booking.configuration": { params: Empty; result: BookingConfigurationResult };
  /** Changes the park's settings */
  "booking.configure": { params: BookingConfigureParams; result: BookingConfigurationResult };
}

/** A reason that an error may have */
export type ErrorReason =
  | "access-refused" | "account-locked" | "account-unknown" | "address" | "air-quality-unavailable"
  | "already-appealed" | "already-decided" | "already-started" | "authenticator-set" | "authenticator-unset"
  | "body-not-allowed" | "catalogue-unavailable" | "catalogue-unreadable" | "code-expired" | "code-wrong"
  | "codes-paused" | "connection-lost" | "content-type" | "country-not-served" | "credentials-wrong"
  | "declaration-outdated" | "declaration-required" | "foreign-origin" | "hashing-busy" | "header-field"
  | "hold-cooldown" | "hold-expired" | "idempotency-key-malformed" | "idempotency-key-missing" | "museum-changed"
  | "museum-exists" | "museum-removed" | "newcomer-limit" | "news-unavailable" | "no-appeal" | "no-replica"
  | "no-such-city" | "no-such-entry" | "no-such-place" | "no-such-product" | "not-a-slot" | "not-appealed"
  | "not-believed" | "not-booked" | "not-decided" | "not-enough-sets" | "not-owed" | "not-paid" | "own-account"
  | "own-role" | "pass-used" | "passkey-invalid" | "passkeys-off" | "password-common" | "password-unset"
  | "password-wrong" | "past" | "payments-unavailable" | "phone-needed" | "phone-taken" | "picture-unusable"
  | "prepay-only" | "refund-refused" | "registration-expired" | "review-decided" | "review-unknown" | "role-required"
  | "rule-unknown" | "scaling-busy" | "second-factor-required" | "session-ended" | "shutting-down" | "sign-in-again"
  | "sign-in-expired" | "slot-free" | "slot-taken" | "step-up-required" | "suspended" | "timetable-unavailable"
  | "timetable-unreadable" | "token-expired" | "token-key-unknown" | "token-malformed" | "token-not-for-us"
  | "token-not-yet-valid" | "token-signature-wrong" | "too-early" | "too-many-appeals" | "too-many-attempts"
  | "too-many-bookings" | "too-many-calendars" | "too-many-cities" | "too-many-codes" | "too-many-favourites"
  | "too-many-in-flight" | "too-many-marks" | "too-many-passkeys" | "too-many-registrations" | "too-many-resets"
  | "too-many-rules" | "too-many-unpaid" | "too-many-waiting" | "two-tokens" | "unknown-edit" | "unknown-group"
  | "unknown-lecturer" | "unknown-museum" | "unknown-room" | "upload-broken" | "verb-not-allowed" | "version-changed"
  | "waitlist-full" | "weather-unavailable" | "work-required";

/** The details of a problem by its reason */
export interface ReasonDetails {
  "code-wrong": AuthTriesLeft;
  "credentials-wrong": AuthTriesLeft;
  "declaration-outdated": AuthOutdatedDeclaration;
  "password-wrong": AuthTriesLeft;
  "past": BookingFreeSlots;
  "prepay-only": BookingRestriction;
  "role-required": RequiredRole;
  "second-factor-required": AuthSignInChallenge;
  "slot-taken": BookingFreeSlots;
  "suspended": BookingRestriction;
  "work-required": AuthRequiredWork;
}

/** The members that every problem has, whatever its reason */
export interface ProblemMembers {
  /** The kind of error; a GET of this path returns an explanation */
  type: ProblemType;
  /** The kind of error in words, in the caller's language */
  title: string;
  /** The HTTP status */
  status: number;
  /** The number of the same error on the line protocol */
  code: number;
  /**
   * True if the same call can be sent again later, unchanged; false also if the call may have taken effect and must
   * not be repeated blindly
   */
  isRetryable: boolean;
  /** Milliseconds to wait before the call is repeated */
  retryAfterMs?: number;
  /** The id of the call in the logs; quote it when you report the error */
  traceId: string;
  /** What is wrong and what to do: a sentence for people, in the caller's language */
  detail?: string;
  /** All faults in the parameters, with 422 */
  errors?: ParameterFault[];
}

/**
 * The reason of a problem, and the details that belong to it. A newer server may send other reasons: they are left out
 * here, so that a comparison narrows the details
 */
export type ProblemReason =
  | { [Reason in keyof ReasonDetails]: { reason: Reason; details?: ReasonDetails[Reason] } }[keyof ReasonDetails]
  | { reason?: Exclude<ErrorReason, keyof ReasonDetails>; details?: undefined };

/** An error (RFC 9457) */
export type Problem = ProblemMembers & ProblemReason;

/** An account, named by its id, e-mail address, or telephone number with the country code */
export type AccountName = string;

/** The precision of an address */
export type AddressPrecision = "house" | "street" | "city" | "country" | "none" | (string & {});

/** A level of the European air quality index */
export type AirQualityLevel = "good" | "fair" | "moderate" | "poor" | "very-poor" | "extremely-poor" | (string & {});

/** The origin of an answer that is not real data; absent for real data */
export type AnswerSource = "simulator" | (string & {});

/** The state of an appeal */
export type AppealState = "open" | "granted" | "rejected" | (string & {});

/** The parameters of `auth.accountAudit` */
export interface AuthAccountAuditParams {
  /** The account's id */
  id: Identifier;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** An account as an administrator examines it */
export interface AuthAccountDetails {
  /** The account's id, name and addresses */
  account: AuthAccountSummary;
  /** The name that other people see */
  login: string;
  /** The roles of the account */
  roles: Role[];
  /** The time of registration */
  createdAt: Instant;
  /** The number of sessions that have not ended */
  sessions: number;
  /** The lock; absent if there is none */
  lock?: AuthAccountLock;
  /** The time at which the account is deleted, if its owner asked for it */
  deletesAt?: Instant;
}

/** An entry of the audit trail about an account */
export interface AuthAccountEvent {
  /** The time of the event */
  at: Instant;
  /** The kind of the event, such as `signed-in`; more kinds may follow */
  event: string;
  /** The session that it happened in */
  session?: string;
  /** The network address of the call */
  address?: string;
  /** The role, rule or hash of an address that the event is about */
  subject?: string;
  /** The rest of what happened, such as the reason for a lock */
  detail?: string;
  /** The administrator who acted on the account */
  actor?: string;
}

/** An account that an administrator names by its id */
export interface AuthAccountKey {
  /** The account's id */
  id: Identifier;
}

/** A lock by an administrator: nobody signs in to the account */
export interface AuthAccountLock {
  /** The time of the lock */
  at: Instant;
  /** The reason, for administrators */
  reason: string;
  /** The administrator */
  by?: string;
}

/** The property by which administrators find accounts */
export type AuthAccountProperty = "login" | "email" | "phone";

/** The beginning of a name, an address or a number, or the whole */
export type AuthAccountSearchText = string;

/** An account as administrators see it */
export interface AuthAccountSummary {
  /** The account's id */
  id: string;
  /** First and last name, or the login if there are none */
  name: string;
  /** The address the account signs in with */
  email?: string;
  /** The number the account signs in with */
  phone?: string;
  /** The unverified contact address */
  contactEmail?: string;
}

/** The parameters of `auth.accounts` */
export interface AuthAccountsParams {
  /** The property to compare */
  by: AuthAccountProperty;
  /** The text to find; upper and lower case make no difference */
  text: AuthAccountSearchText;
  /** True to find only the accounts with exactly this text, and not those that begin with it */
  isExact?: boolean;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** A session of the caller's account: a device that is signed in */
export interface AuthActiveSession {
  /** The session's id */
  id: string;
  /** The device, as it named itself at sign-in */
  device?: string;
  /** The network of the latest use: an IPv4 address, or an IPv6 network of 64 bits */
  network?: string;
  /** The time of the sign-in */
  signedInAt: Instant;
  /** The time of the latest use, to within the lifetime of an access token */
  lastSeenAt: Instant;
  /** The time at which the session ends unless it is used */
  expiresAt: Instant;
  /** True for the session of this call */
  isCurrent: boolean;
}

/** The result of `auth.sessions` */
export interface AuthActiveSessionsResult {
  /** The sessions that have not ended */
  items: AuthActiveSession[];
}

/** The parameters of `auth.addPasskey` */
export interface AuthAddPasskeyParams {
  /** The data of the browser: `response.clientDataJSON` */
  clientData: Base64URLText;
  /** The data of the authenticator: `response.attestationObject` */
  attestation: Base64URLText;
  /** A name by which the owner recognizes the passkey */
  name: PasskeyName;
}

/** The parameters of `auth.appeal` */
export interface AuthAppealParams {
  /** The e-mail address or the telephone number that was refused */
  name: AccountName;
  /** The reason why the refusal is a mistake */
  text: AuthAppealText;
}

/** The text of an appeal */
export type AuthAppealText = string;

/** The result of `auth.beginPasskey` */
export interface AuthBeginPasskeyResult {
  /** The challenge to sign */
  challenge: string;
  /** The relying party's id: `rp.id` */
  domain: string;
  /** The account: `user.id` */
  userHandle: string;
  /** The address or number of the account: `user.name` */
  account: string;
  /** The name of the owner: `user.displayName` */
  name: string;
  /** The algorithms that are accepted, by their numbers in COSE, the preferred one first */
  algorithms: number[];
  /** The passkeys that the account has: `excludeCredentials` */
  known: string[];
  /** The time until which the passkey can be added */
  expiresAt: Instant;
}

/** A one-time code that was sent; the code and this id together complete the request */
export interface AuthChallenge {
  /** The id of the code that was sent */
  challengeId: string;
  /** The time until which the code is accepted */
  expiresAt: Instant;
}

/** The parameters of `auth.changePassword` */
export interface AuthChangePasswordParams {
  /** The password that the account has now */
  currentPassword: PasswordAttempt;
  /** The new password */
  password: Password;
}

/** The parameters of `auth.completeRegistration` */
export interface AuthCompleteRegistrationParams {
  /** The token from auth.verifyCode */
  registrationToken: RegistrationToken;
  /** The personal data of the new account */
  registration: AuthPersonalData;
  /** The device's name in auth.sessions */
  device?: DeviceName;
}

/** The parameters of `auth.completeSignIn` */
export interface AuthCompleteSignInParams {
  /** The token from the details of `second-factor-required` */
  signInToken: SignInToken;
  /** The code of the authenticator app, or a recovery code */
  code: FactorCode;
  /** The device's name in auth.sessions */
  device?: DeviceName;
}

/** The parameters of `auth.confirmAuthenticator` */
export interface AuthConfirmAuthenticatorParams {
  /** The code that the app shows */
  code: FactorCode;
}

/** The parameters of `auth.confirmEmail` */
export interface AuthConfirmEmailParams {
  /** The id from auth.setEmail */
  challengeId: Identifier;
  /** The code from the mail */
  code: OneTimeCode;
}

/** The parameters of `auth.confirmPhone` */
export interface AuthConfirmPhoneParams {
  /** The id from auth.setPhone */
  challengeId: Identifier;
  /** The code from the message */
  code: OneTimeCode;
}

/** The result of `auth.declaration` */
export interface AuthCurrentDeclarationResult {
  /** The version, for the parameter `declaration` */
  version: string;
  /** The text that the person confirms */
  text: string;
}

/** The parameters of `auth.decideReview` */
export interface AuthDecideReviewParams {
  /** The id of the review or the appeal */
  id: Identifier;
  /** The decision */
  decision: AuthReviewDecisionInput;
  /** The reason, for administrators */
  note: AuthRuleNote;
}

/** The declaration that the owner of a new account is not a member of a government military structure */
export interface AuthDeclaration {
  /** The declaration itself; must be true, because members of government military structures may not register */
  isNotGovernmentMilitary: boolean;
  /** The version of the text that was shown; only the current one is accepted, from auth.declaration */
  version: DeclarationVersion;
}

/** The parameters of `auth.deleteAccount` */
export interface AuthDeleteAccountParams {
  /** The id from auth.requestDeletion */
  challengeId: Identifier;
  /** The code from the message */
  code: OneTimeCode;
}

/** The second factors of an account */
export interface AuthFactors {
  /** The time at which an authenticator app was set up; absent without one */
  authenticatorSince?: Instant;
  /** The number of recovery codes left; absent without an authenticator app */
  recoveryCodesLeft?: number;
  /** The passkeys, oldest first */
  passkeys: AuthPasskey[];
}

/** A public key (RFC 8037) */
export interface AuthKeySetKey {
  /** The key type: `OKP` */
  kty: string;
  /** The curve: `Ed25519` */
  crv: string;
  /** The public key, base64url */
  x: string;
  /** The key's id, as in the header of a token */
  kid: string;
  /** The use of the key: `sig` */
  use: string;
  /** The algorithm: `EdDSA` */
  alg: string;
}

/** The result of `auth.jwks` */
export interface AuthKeySetResult {
  /** The keys that are valid at present; usually one, two around a change */
  keys: AuthKeySetKey[];
}

/** The parameters of `auth.lockAccount` */
export interface AuthLockAccountParams {
  /** The account's id */
  id: Identifier;
  /** The reason, for administrators */
  reason: AuthRuleNote;
}

/** The parameters of `auth.login` */
export interface AuthLoginParams {
  /** The address the account signs in with */
  email: EmailAddress;
  /** The account's password */
  password: PasswordAttempt;
  /** The `deviceToken` of an earlier session of the account on this device, if there was one. */
  deviceToken?: DeviceToken;
  /** The device's name in auth.sessions */
  device?: DeviceName;
}

/** The parameters of `auth.loginWithPasskey` */
export interface AuthLoginWithPasskeyParams {
  /** The signed challenge */
  passkey: AuthPasskeyAssertion;
  /** The device's name in auth.sessions */
  device?: DeviceName;
}

/** The parameters of `auth.logout` */
export interface AuthLogoutParams {
  /** The session's newest refresh token */
  refreshToken: RefreshToken;
}

/** The details of `declaration-outdated` */
export interface AuthOutdatedDeclaration {
  /** The version to show and to send; auth.declaration returns its text */
  currentVersion: string;
}

/** A passkey of the caller's account */
export interface AuthPasskey {
  /** The passkey's id */
  id: string;
  /** The name that its owner gave it */
  name: string;
  /** The time at which it was added */
  createdAt: Instant;
  /** The time of its latest use */
  usedAt?: Instant;
}

/** A challenge that a passkey has signed: the answer of `navigator.credentials.get` (WebAuthn Level 2) */
export interface AuthPasskeyAssertion {
  /** The passkey's id: `rawId` */
  id: CredentialID;
  /** The data of the browser: `response.clientDataJSON` */
  clientData: Base64URLText;
  /** The data of the authenticator: `response.authenticatorData` */
  authenticatorData: Base64URLText;
  /** The signature: `response.signature` */
  signature: Base64URLText;
  /** The account: `response.userHandle` */
  userHandle?: Base64URLText;
}

/** The result of `auth.passkeyChallenge` */
export interface AuthPasskeyChallengeResult {
  /** The challenge to sign */
  challenge: string;
  /** The relying party's id: `rpId` */
  domain: string;
  /** The time until which the signed challenge is accepted */
  expiresAt: Instant;
}

/** The personal data that an account registered by telephone needs */
export interface AuthPersonalData {
  /** The first name */
  firstName: PersonName;
  /** The last name */
  lastName: PersonName;
  /** A contact address; unverified, so it cannot be used to sign in */
  email?: EmailAddress;
  /** The date of birth: not in the future, and at most 120 years ago */
  birthDate?: BirthDate;
  /** The declaration that the person agreed to */
  declaration: AuthDeclaration;
  /** The version of the consent to data processing that the user accepted */
  consentVersion: DeclarationVersion;
}

/** A one-time code that was sent to a telephone */
export interface AuthPhoneChallenge {
  /** The id of the code that was sent */
  challengeId: string;
  /** The time until which the code is accepted */
  expiresAt: Instant;
  /** The earliest time at which another code can be sent to the number */
  resendAt: Instant;
}

/** The parameters of `auth.provePresence` */
export interface AuthProvePresenceParams {
  /** The account's password */
  password?: PasswordAttempt;
  /** A code of the authenticator app, or a recovery code */
  code?: FactorCode;
  /** A challenge of auth.passkeyChallenge, signed by a passkey of the account */
  passkey?: AuthPasskeyAssertion;
}

/** The result of `auth.provePresence` */
export interface AuthProvePresenceResult {
  /** The token that authorizes calls, in place of the caller's */
  accessToken: string;
  /** The end of the access token */
  accessTokenExpiresAt: Instant;
  /** The time until which methods accept the proof */
  presentUntil: Instant;
}

/** The parameters of `auth.putRule` */
export interface AuthPutRuleParams {
  /** The kind of the value */
  kind: AuthRuleKindInput;
  /** The domain, prefix, network or account */
  value: AuthRuleValue;
  /** The effect of the rule */
  action: AuthRuleActionInput;
  /** The reason for the rule, for administrators */
  note: AuthRuleNote;
}

/** The codes that replace the authenticator app when it is lost; each works once */
export interface AuthRecoveryCodes {
  /** Ten codes, which are shown only once; earlier ones no longer work */
  codes: string[];
}

/** The parameters of `auth.refresh` */
export interface AuthRefreshParams {
  /** The session's newest refresh token */
  refreshToken: RefreshToken;
}

/** The parameters of `auth.register` */
export interface AuthRegisterParams {
  /** The name that other people will see */
  login: DisplayName;
  /** The address to sign in with; receives the code */
  email: EmailAddress;
  /** The password to sign in with */
  password: Password;
  /** The declaration that the person agreed to */
  declaration: AuthDeclaration;
  /** The version of the consent to data processing that the user accepted */
  consentVersion?: DeclarationVersion;
  /** The solution of the challenge from `work-required`, if the same call was refused with it */
  work?: AuthWork;
}

/** The parameters of `auth.removePasskey` */
export interface AuthRemovePasskeyParams {
  /** The id from auth.factors */
  id: CredentialID;
}

/** The parameters of `auth.requestCode` */
export interface AuthRequestCodeParams {
  /** The number to sign in with; receives the code */
  phone: PhoneNumber;
  /** The data of the account to create when the code is verified; ignored if an account has the number */
  registration?: AuthPersonalData;
  /** The `deviceToken` of an earlier session of the account on this device, if there was one. */
  deviceToken?: DeviceToken;
  /** The solution of the challenge from `work-required`, if the same call was refused with it */
  work?: AuthWork;
}

/** The parameters of `auth.requestPasswordReset` */
export interface AuthRequestPasswordResetParams {
  /** The address the account signs in with */
  email: EmailAddress;
  /** The `deviceToken` of an earlier session of the account on this device, if there was one. */
  deviceToken?: DeviceToken;
  /** The solution of the challenge from `work-required`, if the same call was refused with it */
  work?: AuthWork;
}

/** The details of `work-required`: the challenge to solve before the same call is made again */
export interface AuthRequiredWork {
  /** The challenge; for one call to this recipient, and for five minutes */
  challenge: string;
  /** The number of leading zero bits that the SHA-256 of challenge and solution must have */
  bits: number;
}

/** The parameters of `auth.resetPassword` */
export interface AuthResetPasswordParams {
  /** The id from auth.requestPasswordReset */
  challengeId: Identifier;
  /** The code from the mail */
  code: OneTimeCode;
  /** The new password */
  password: Password;
  /** The device's name in auth.sessions */
  device?: DeviceName;
}

/** An account that a rule asks to look at, or an appeal against a refusal */
export interface AuthReview {
  /** The id, for auth.decideReview */
  id: string;
  /** The account under review, or the one that belongs to the appeal's name; absent if there is none */
  account?: AuthAccountSummary;
  /** The rule that applies at present; absent if none does any more */
  rule?: AuthRule;
  /** The name that an appeal was made for */
  name?: string;
  /** The text of an appeal */
  text?: string;
  /** The time of the first sign-in under the rule, or of the appeal */
  openedAt: Instant;
  /** The decision; absent while there is none */
  decision?: AuthReviewDecision;
  /** The time of the decision */
  decidedAt?: Instant;
}

/** A decision on a review or an appeal */
export type AuthReviewDecision = "admit" | "refuse" | (string & {});

/** A decision on a review or an appeal */
export type AuthReviewDecisionInput = "admit" | "refuse";

/** The parameters of `auth.reviews` */
export interface AuthReviewsParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The parameters of `auth.revokeSession` */
export interface AuthRevokeSessionParams {
  /** The id from auth.sessions */
  sessionId: Identifier;
}

/** An account and the role to grant or revoke */
export interface AuthRoleChange {
  /** The account that gets or loses the role */
  account: AccountName;
  /** The role to grant or revoke */
  role: RoleInput;
}

/** An account with the roles that it holds */
export interface AuthRoleHolder {
  /** The account's id */
  id: string;
  /** First and last name, or the login if there are none */
  name: string;
  /** The address the account signs in with */
  email?: string;
  /** The number the account signs in with */
  phone?: string;
  /** All roles of the account */
  roles: Role[];
}

/** The parameters of `auth.roleHolders` */
export interface AuthRoleHoldersParams {
  /** The role to look for */
  role: RoleInput;
}

/** The result of `auth.roleHolders` */
export interface AuthRoleHoldersResult {
  /** The accounts, at most 1,000, in the order in which they were granted the role */
  items: AuthRoleHolder[];
}

/** A rule on who may have an account */
export interface AuthRule {
  /** The kind of the value */
  kind: AuthRuleKind;
  /** The domain, prefix, network or account */
  value: string;
  /** The effect of the rule */
  action: AuthRuleAction;
  /** The reason for the rule; for a rule of the bundled list, its source */
  note: string;
  /** True for a rule of the bundled list; a rule with the same kind and value takes its place */
  isBundled: boolean;
  /** The time of the last change; absent for a bundled rule */
  changedAt?: Instant;
  /** The administrator who changed it last; absent for a bundled rule */
  changedBy?: string;
}

/** The effect of a rule */
export type AuthRuleAction = "allow" | "review" | "deny" | (string & {});

/** The effect of a rule */
export type AuthRuleActionInput = "allow" | "review" | "deny";

/** The subject of a rule: its value and the kind of it */
export interface AuthRuleKey {
  /** The kind of the value */
  kind: AuthRuleKindInput;
  /** The domain, prefix, network or account */
  value: AuthRuleValue;
}

/** The kind of a rule's value */
export type AuthRuleKind = "domain" | "phone" | "network" | "account" | (string & {});

/** The kind of a rule's value */
export type AuthRuleKindInput = "domain" | "phone" | "network" | "account";

/** A reason that an administrator gives */
export type AuthRuleNote = string;

/** The value of a rule; its form depends on the rule's kind */
export type AuthRuleValue = string;

/** The parameters of `auth.rules` */
export interface AuthRulesParams {
  /** The kind to list; defaults to all */
  kind?: AuthRuleKindInput;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The result of `auth.setAuthenticator` */
export interface AuthSetAuthenticatorResult {
  /** The secret to type into the app, base32 (RFC 4648) */
  secret: string;
  /** The address that sets up the app: `otpauth://totp/…`; usually shown as a QR code */
  uri: string;
}

/** The parameters of `auth.setEmail` */
export interface AuthSetEmailParams {
  /** The new address; receives the code */
  email: EmailAddress;
  /** The password to sign in with from then on */
  password: Password;
}

/** The parameters of `auth.setPhone` */
export interface AuthSetPhoneParams {
  /** The new number; receives the code */
  phone: PhoneNumber;
}

/** The details of `second-factor-required`: a sign-in that waits for the second factor */
export interface AuthSignInChallenge {
  /** The token for auth.completeSignIn */
  signInToken: string;
  /** The time until which the token is accepted */
  expiresAt: Instant;
}

/** The parameters of `auth.sweep` */
export interface AuthSweepParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
}

/** The result of `auth.sweep` */
export interface AuthSweepResult {
  /** The number of accounts that this call examined */
  examined: number;
  /** The number of accounts that the rules deny; their sessions have ended */
  denied: number;
  /** The number of reviews that were opened */
  opened: number;
  /** The start of the next call; absent once all accounts were examined */
  nextCursor?: string;
}

/** A session's tokens: the access token authorizes calls, the refresh token is exchanged for the next pair */
export interface AuthTokens {
  /** The token that authorizes calls: `Authorization: Bearer …` */
  accessToken: string;
  /** The end of the access token: usually five minutes after it was issued */
  accessTokenExpiresAt: Instant;
  /** The token for auth.refresh; works once */
  refreshToken: string;
  /** The time until which the refresh token can be exchanged */
  refreshTokenExpiresAt: Instant;
  /** The account that is signed in */
  user: AuthUser;
  /** The token by which the limits on codes and guesses recognize this device at its next sign-in. */
  deviceToken?: string;
}

/** The details of `credentials-wrong`, `password-wrong` and `code-wrong` */
export interface AuthTriesLeft {
  /** The number of tries left: for a password, before the next delay; for a code, before it becomes invalid. */
  triesLeft: number;
}

/** An account whose decision a rule changes */
export interface AuthTryRulesAffected {
  /** The account */
  account: AuthAccountSummary;
  /** The decision with today's rules */
  before: AuthRuleAction;
  /** The decision with the rule */
  after: AuthRuleAction;
}

/** The parameters of `auth.tryRules` */
export interface AuthTryRulesParams {
  /** The kind of the value */
  kind: AuthRuleKindInput;
  /** The domain, prefix, network or account */
  value: AuthRuleValue;
  /** The effect of the rule; without it, the rule is tried as removed */
  action?: AuthRuleActionInput;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
}

/** The result of `auth.tryRules` */
export interface AuthTryRulesResult {
  /** The number of accounts that this call examined */
  examined: number;
  /** The number of accounts among them whose decision changes */
  affected: number;
  /** The first 100 of them */
  items: AuthTryRulesAffected[];
  /** The start of the next call; absent once all accounts were examined */
  nextCursor?: string;
}

/** The parameters of `auth.updateProfile` */
export interface AuthUpdateProfileParams {
  /** The name that other people see. */
  login?: DisplayName;
  /** The first name */
  firstName?: PersonName;
  /** The last name */
  lastName?: PersonName;
  /** The date of birth: not in the future, and at most 120 years ago */
  birthDate?: BirthDate;
  /** A contact address; unverified, so it cannot be used to sign in */
  contactEmail?: EmailAddress;
  /** The members to remove; must not be given a value as well */
  remove?: AuthUpdateProfileRemovableMember[];
}

/** A member of the account that its owner may remove */
export type AuthUpdateProfileRemovableMember = "birth-date" | "contact-email";

/** An account as its owner sees it */
export interface AuthUser {
  /** The account's id */
  id: string;
  /** The name that other people see */
  login: string;
  /** The address the account signs in with; absent if it signs in by telephone only */
  email?: string;
  /** The number the account signs in with */
  phone?: string;
  /** The first name, if known */
  firstName?: string;
  /** The last name, if known */
  lastName?: string;
  /** The date of birth, if known */
  birthDate?: LocalDate;
  /** A contact address, if known; unverified, so it cannot be used to sign in */
  contactEmail?: string;
  /** The roles of the account */
  roles: Role[];
  /** The time of registration */
  createdAt: Instant;
  /** The version of the declaration made at registration; `operator` if an operator made the account */
  declarationVersion: string;
  /** The time of the declaration */
  declaredAt?: Instant;
  /** The version of the consent to data processing, if the person was asked for it */
  consentVersion?: string;
  /** The time of the consent */
  consentedAt?: Instant;
  /** The time at which the account is deleted, if its owner asked for it */
  deletesAt?: Instant;
}

/** The parameters of `auth.verifyCode` */
export interface AuthVerifyCodeParams {
  /** The id from the method that sent the code */
  challengeId: Identifier;
  /** The code from the message */
  code: OneTimeCode;
  /** The device's name in auth.sessions */
  device?: DeviceName;
}

/** The members of `Tokens` with the status `signed-in`, or the token that completes the registration */
export interface AuthVerifyCodeResult {
  /** The outcome: signed in, or personal data is required */
  status: AuthVerifyCodeStatus;
  /** The token for calls; present, like all members but registrationToken, if the status is signed-in */
  accessToken?: string;
  /** The end of the access token */
  accessTokenExpiresAt?: Instant;
  /** The token for auth.refresh; works once */
  refreshToken?: string;
  /** The time until which the refresh token can be exchanged */
  refreshTokenExpiresAt?: Instant;
  /** The account that is signed in */
  user?: AuthUser;
  /** The token by which the limits on codes and guesses recognize this device at its next sign-in */
  deviceToken?: string;
  /** The token for auth.completeRegistration; present with the status registration-required */
  registrationToken?: string;
}

/** The outcome of verifying a code sent by SMS */
export type AuthVerifyCodeStatus = "signed-in" | "registration-required" | (string & {});

/** The parameters of `auth.verifyEmail` */
export interface AuthVerifyEmailParams {
  /** The id from the method that sent the code */
  challengeId: Identifier;
  /** The code from the mail */
  code: OneTimeCode;
  /** The device's name in auth.sessions */
  device?: DeviceName;
}

/** The solution of a challenge: a proof that the caller has computed for a while */
export interface AuthWork {
  /** The challenge from the details of `work-required` */
  challenge: WorkChallenge;
  /** A number that solves it. */
  solution: WorkSolution;
}

/** Bytes as base64url without padding (RFC 4648) */
export type Base64URLText = string;

/** A date of birth, YYYY-MM-DD */
export type BirthDate = LocalDate;

/** The number of days of the board: 1 to 7; 7 by default */
export type BoardDayCount = number;

/** An administrator, as the administrators see each other */
export interface BookingAdministrator {
  /** The id of the account */
  id: string;
  /** The name; absent if the account is deleted, or accounts cannot be read at the moment */
  name?: string;
}

/** The parameters of `booking.affected` */
export interface BookingAffectedParams {
  /** The start of the period */
  from: Instant;
  /** The end of the period: after `from`, by at most a year */
  to: Instant;
  /** The reverse; defaults to all reverses */
  reverseId?: ReverseID;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** A customer's appeal against a decision, and the answer to it */
export interface BookingAppeal {
  /** The customer's words */
  text: string;
  /** The time of the appeal */
  at: Instant;
  /** The state of the appeal */
  state: AppealState;
  /** The reason for the rejection; an appeal is granted by a reversal, which has a reason of its own */
  answer?: string;
  /** The time of the rejection */
  answeredAt?: Instant;
}

/** The parameters of `booking.appeal` */
export interface BookingAppealDecisionParams {
  /** The id of the case */
  id: Identifier;
  /** The reason for the appeal */
  text: CustomerWords;
}

/** The parameters of `booking.appeals` */
export interface BookingAppealsParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The occupancy of a day */
export interface BookingBoardDay {
  /** The date, in the park's time zone */
  date: LocalDate;
  /** The time at which the park opens; absent if it does not open on this date */
  opensAt?: Instant;
  /** The time at which the park closes */
  closesAt?: Instant;
  /** The number of bookings that are not cancelled */
  bookings: number;
  /** The bookable reverses, in the order of the configuration; empty if the park does not open */
  reverses: BookingBoardReverse[];
}

/** The parameters of `booking.boardDays` */
export interface BookingBoardDaysParams {
  /** The first day; defaults to today */
  from?: LocalDate;
  /** The number of days */
  days?: BoardDayCount;
}

/** The result of `booking.boardDays` */
export interface BookingBoardDaysResult {
  /** The park's time zone */
  timeZone: string;
  /** The days in order */
  items: BookingBoardDay[];
}

/** The sets of a reverse that begin within an hour; those that are neither booked, held nor closed are free */
export interface BookingBoardHour {
  /** The start of the hour */
  startsAt: Instant;
  /** The number of sets */
  sets: number;
  /** The sets that are booked */
  booked: number;
  /** The sets that customers are confirming at present */
  held: number;
  /** The sets that nobody can book, because of a closure or because the reverse does not open on the date */
  closed: number;
}

/** A booking on the board */
export interface BookingBoardItem {
  /** The booking */
  booking: BookingRecord;
  /** The customer who booked */
  customer: BookingCustomer;
  /** The staff's note */
  note?: string;
  /** The amount due at check-in, also after a no-show that is still undecided */
  toPay: Money;
}

/** The parameters of `booking.board` */
export interface BookingBoardParams {
  /** The day; defaults to today, or with `phoneDigits` to all upcoming bookings */
  date?: LocalDate;
  /** The last digits of a telephone number. */
  phoneDigits?: PhoneDigits;
}

/** The result of `booking.board` */
export interface BookingBoardResult {
  /** The day shown */
  date: LocalDate;
  /** The park's time zone */
  timeZone: string;
  /** The bookings, by time */
  items: BookingBoardItem[];
  /** Slots that customers are confirming at present */
  held: BookingHeldSlots[];
  /** The closures of the day */
  closures: BookingClosure[];
  /** Customers to whom the park owes money, whatever day they booked; with `phoneDigits`, only matching ones */
  creditors: BookingCustomer[];
}

/** The hours of a reverse */
export interface BookingBoardReverse {
  /** The reverse */
  reverseId: string;
  /** The hours with sets, by time */
  hours: BookingBoardHour[];
}

/** The parameters of `booking.bookFor` */
export interface BookingBookForParams {
  /** The customer's number; finds or creates the customer */
  phone: PhoneNumber;
  /** The customer's name, for the board */
  name: CustomerName;
  /** The reverse to book */
  reverseId: ReverseID;
  /** The start of the first set, which may have begun; it keeps its end and its price */
  startsAt: Instant;
  /** The number of consecutive sets */
  sets: SetCount;
  /** The means of payment */
  payWith: PaymentWayInput;
  /** The staff's note */
  note?: NoteText;
}

/** The parameters of `booking.book` */
export interface BookingBookParams {
  /** A hold of the caller; without it, `reverseId`, `startsAt` and `sets` are required */
  holdId?: Identifier;
  /** The reverse to book; without a hold */
  reverseId?: ReverseID;
  /** The start of the first set; without a hold */
  startsAt?: Instant;
  /** The number of consecutive sets; without a hold */
  sets?: SetCount;
  /** The means of payment */
  payWith: PaymentWayInput;
}

/** The result of `booking.calendar` */
export interface BookingCalendarResult {
  /** The time at which the feed's address was created; absent without a feed */
  madeAt?: Instant;
}

/** The parameters of `booking.cancel` */
export interface BookingCancelParams {
  /** The id of the booking */
  id: Identifier;
}

/** The time, author and reason of a cancellation; a late one opens a case for the administrator */
export interface BookingCancellation {
  /** The time of the cancellation */
  at: Instant;
  /** The party that cancelled */
  by: CancelledBy;
  /** True if free cancellation had ended */
  isLate: boolean;
  /** The reason, if the park or its staff gave one */
  reason?: string;
}

/** A late cancellation or a no-show, and the decision on it */
export interface BookingCase {
  /** The id of the case */
  id: string;
  /** The reason for the case */
  kind: CaseKind;
  /** The state of the case */
  state: CaseState;
  /** The booking that the case is about */
  bookingId: string;
  /** The reverse that was booked */
  reverseId: string;
  /** The start of the booking */
  startsAt: Instant;
  /** The number of sets that were booked */
  sets: number;
  /** The time at which the case was opened */
  openedAt: Instant;
  /** The administrator's decision, once there is one */
  decision?: BookingDecision;
  /** The customer's words */
  statement?: BookingStatement;
  /** The customer's appeal against the decision */
  appeal?: BookingAppeal;
  /** The end of the time for an appeal; absent if there is nothing to appeal against, or an appeal already */
  appealUntil?: Instant;
  /** The customer as staff see them; in `booking.openCases` and `booking.decidedCases` only */
  customer?: BookingCustomer;
  /** The charge for the booking; in `booking.openCases` and `booking.decidedCases` only */
  charge?: BookingCharge;
  /** The administrator who decided; in `booking.decidedCases` only */
  decidedBy?: BookingAdministrator;
  /** The administrator who reversed the decision; in `booking.decidedCases` only */
  reversedBy?: BookingAdministrator;
}

/** The parameters of `booking.cases` */
export interface BookingCasesParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The charge for a booking, in sets of a pass or in money, and its state */
export interface BookingCharge {
  /** The state of the charge */
  state: ChargeState;
  /** The number of sets, with `payWith` `pass`; absent if nothing is charged */
  sets?: number;
  /** The amount, with `payWith` `on-site`; absent if nothing is charged */
  money?: Money;
}

/** The parameters of `booking.checkIn` */
export interface BookingCheckInParams {
  /** The id of the booking */
  id: Identifier;
}

/** The parameters of `booking.close` */
export interface BookingCloseParams {
  /** The start of the closure; may be in the past, so that a closure can be recorded afterwards */
  from: Instant;
  /** The end of the closure: in the future, and after `from` by at most a year */
  to: Instant;
  /** The reverse; defaults to all reverses */
  reverseId?: ReverseID;
  /** The reason that customers are told */
  reason: NoteText;
}

/** A period during which the park, or one reverse, is closed */
export interface BookingClosure {
  /** The id of the closure */
  id: string;
  /** The closed reverse; absent if all are closed */
  reverseId?: string;
  /** The start of the closure */
  from: Instant;
  /** The end of the closure */
  to: Instant;
  /** The reason that customers are told */
  reason: string;
  /** The time at which the closure was recorded */
  madeAt: Instant;
  /** The time at which the closure was ended early */
  reopenedAt?: Instant;
  /** Bookings cancelled so far */
  cancelled: number;
  /** Bookings still to be cancelled */
  remaining: number;
}

/** The result of `booking.configuration` */
export interface BookingConfigurationResult {
  /** The version of the settings, for booking.configure */
  version: number;
  /** The settings */
  park: BookingParkSettings;
}

/** The parameters of `booking.configure` */
export interface BookingConfigureParams {
  /** The version that the change is based on */
  version: number;
  /** All settings, the unchanged ones included */
  park: BookingParkSettingsInput;
}

/** The parameters of `booking.correctPass` */
export interface BookingCorrectPassParams {
  /** The id of the pass */
  id: Identifier;
  /** Sets to add; negative to take some */
  sets: SetChange;
  /** The money paid out for it, at most what the till received for the pass */
  paidBack?: BookingPayable;
  /** The reason, for the records and the customer */
  reason: NoteText;
}

/** The customer of a booking, as staff see them */
export interface BookingCustomer {
  /** The customer's id */
  id: string;
  /** The customer's name */
  name: string;
  /** The customer's telephone number */
  phone?: string;
  /** Late cancellations in the last 90 days */
  lateCancellations: number;
  /** No-shows in the last 90 days */
  noShows: number;
  /** The amount that the customer owes the park */
  due: Money;
  /** The amount that the park owes the customer, paid out at the park; absent if zero */
  credit?: Money;
}

/** The parameters of `booking.customers` */
export interface BookingCustomersParams {
  /** Words of the name, at least three digits of the number, or the beginning of the address */
  query: CustomerQuery;
}

/** The result of `booking.customers` */
export interface BookingCustomersResult {
  /** The customers by name, at most 20 */
  items: BookingCustomer[];
  /** True if there are more; a longer query finds fewer */
  hasMore: boolean;
}

/** The slots of a day on all reverses: how many there are and how many are free */
export interface BookingDay {
  /** The date, in the park's time zone */
  date: LocalDate;
  /** The time at which the park opens on this day of the week; absent if it does not */
  opensAt?: Instant;
  /** The time at which the park closes */
  closesAt?: Instant;
  /** The number of slots on all reverses; 0 for days that are over or not yet open for booking */
  slots: number;
  /** The number of slots that can be booked */
  free: number;
  /** True if nothing can be booked on the day, regardless of bookings */
  isClosed: boolean;
  /** The reason, if `isClosed` */
  closing?: BookingDayClosing;
}

/** The reason why nothing can be booked on a day */
export interface BookingDayClosing {
  /** The kind of reason */
  reason: string;
  /** The reason as a sentence in the caller's language */
  text: string;
  /** The words in which the park's staff announced the closure; with `closure` */
  note?: string;
}

/** The opening hours on one day of the week; days without an entry are closed */
export interface BookingDayHours {
  /** The day of the week */
  weekday: number;
  /** The opening time */
  opens: string;
  /** The closing time */
  closes: string;
}

/** The opening hours on one day of the week; days without an entry are closed */
export interface BookingDayHoursInput {
  /** The day of the week */
  weekday: Weekday;
  /** The opening time */
  opens: TimeOfDay;
  /** The closing time */
  closes: TimeOfDay;
}

/** The parameters of `booking.days` */
export interface BookingDaysParams {
  /** The first day, in the park's time zone; defaults to today */
  from?: LocalDate;
  /** The number of days; defaults to 14 */
  days?: DayCount;
}

/** The result of `booking.days` */
export interface BookingDaysResult {
  /** The park's time zone */
  timeZone: string;
  /** The days, in order, including those that cannot be booked */
  items: BookingDay[];
}

/** The parameters of `booking.decide` */
export interface BookingDecideParams {
  /** The id of the case */
  id: Identifier;
  /** The sanction */
  sanction: SanctionKindInput;
  /** The reason that the customer is told */
  reason: NoteText;
  /** The sets to charge, with `charge-sets`; defaults to those of the booking */
  sets?: SetCount;
  /** The amount to charge; required with the sanction `fee` */
  fee?: BookingPayable;
  /** The end of the restriction; required with `prepay-only` and `suspension` */
  until?: Instant;
}

/** The parameters of `booking.decidedCases` */
export interface BookingDecidedCasesParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** An administrator's decision, and its reason */
export interface BookingDecision {
  /** The sanction */
  sanction: SanctionKind;
  /** The reason for the decision */
  reason: string;
  /** The sets charged */
  sets?: number;
  /** The fee charged */
  fee?: Money;
  /** The end of the restriction */
  until?: Instant;
  /** The time of the decision */
  at: Instant;
  /** The time at which the decision was reversed */
  reversedAt?: Instant;
  /** The reason for the reversal */
  reversalReason?: string;
}

/** The parameters of `booking.explain` */
export interface BookingExplainParams {
  /** The id of the case */
  id: Identifier;
  /** The words for the administrator */
  text: CustomerWords;
}

/** The next free slots, at most six; sent in the `details` of `slot-taken` and `past` */
export interface BookingFreeSlots {
  /** The slots, by time */
  nextFree: BookingSlot[];
}

/** The parameters of `booking.customer` */
export interface BookingGetCustomerParams {
  /** The id of the customer */
  id: Identifier;
}

/** The result of `booking.customer` */
export interface BookingGetCustomerResult {
  /** The customer, with the balance in money */
  customer: BookingCustomer;
  /** The customer's e-mail address */
  email?: string;
  /** The number of bookings for which the customer was checked in */
  visits: number;
  /** Sets left on all passes */
  left: number;
  /** The valid passes, first to expire first */
  passes: BookingPass[];
  /** The latest 50 bookings, by start, newest first */
  bookings: BookingRecord[];
  /** The latest 50 receipts of the till, newest first */
  receipts: BookingReceipt[];
}

/** The parameters of `booking.get` */
export interface BookingGetParams {
  /** The id of the booking */
  id: Identifier;
}

/** The parameters of `booking.payment` */
export interface BookingGetPaymentParams {
  /** The id of the payment */
  id: Identifier;
}

/** Slots reserved for a few minutes while the customer confirms */
export interface BookingHeldSlots {
  /** The id of the hold, for booking.book and booking.release */
  id: string;
  /** The reverse of the slots */
  reverseId: string;
  /** The start of the first set */
  startsAt: Instant;
  /** The end of the last set */
  endsAt: Instant;
  /** The number of consecutive sets */
  sets: number;
  /** The price without a pass */
  price: Money;
  /** The end of the hold */
  expiresAt: Instant;
}

/** The parameters of `booking.history` */
export interface BookingHistoryParams {
  /** `upcoming`: not over yet, the next one first; `past`, `cancelled` and `all`: newest first */
  state?: HistoryFilter;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The parameters of `booking.hold` */
export interface BookingHoldParams {
  /** The reverse to hold */
  reverseId: ReverseID;
  /** The start of the first set */
  startsAt: Instant;
  /** The number of consecutive sets */
  sets: SetCount;
}

/** The parameters of `booking.leaveWaitlist` */
export interface BookingLeaveWaitlistParams {
  /** The id of the entry */
  id: Identifier;
}

/** One ledger entry: a change of sets or money, and its cause */
export interface BookingLedgerEntry {
  /** The id of the entry */
  id: string;
  /** The time of the entry */
  at: Instant;
  /** The reason for the entry */
  kind: LedgerKind;
  /** Sets added; negative if taken */
  sets?: number;
  /** Money paid, owed or credited; negative if refunded, settled or waived */
  money?: Money;
  /** The pass whose sets changed */
  passId?: string;
  /** The booking that caused the entry */
  bookingId?: string;
  /** The payment that caused the entry */
  paymentId?: string;
  /** The case that caused the entry */
  caseId?: string;
}

/** The parameters of `booking.ledger` */
export interface BookingLedgerParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The result of `booking.makeCalendar` */
export interface BookingMakeCalendarResult {
  /** The path of the feed on this server, with its secret; anyone who knows it can read the feed */
  path: string;
  /** The time at which the address was created */
  madeAt: Instant;
}

/** The parameters of `booking.noShow` */
export interface BookingNoShowParams {
  /** The id of the booking */
  id: Identifier;
}

/** The parameters of `booking.note` */
export interface BookingNoteParams {
  /** The id of the booking */
  id: Identifier;
  /** The new note; absent to remove it */
  note?: NoteText;
}

/** The caller's choices about confirmations and reminders */
export interface BookingNoticeSettings {
  /** The channel of all notices, also of closures and decisions */
  channel: NoticeChannel;
  /** The channels for which the account has a proven number or address; notices go by another one otherwise */
  channels: NoticeChannel[];
  /** True if bookings are confirmed */
  hasConfirmation: boolean;
  /** True if the customer is reminded the day before */
  hasDayReminder: boolean;
  /** True if the customer is reminded two hours before */
  hasHourReminder: boolean;
  /** The start of the quiet hours, in the park's time zone; equal to `quietTo` for none */
  quietFrom: string;
  /** The end of the quiet hours; a reminder that falls into them is sent then, unless the booking has begun */
  quietTo: string;
}

/** The parameters of `booking.openCases` */
export interface BookingOpenCasesParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The result of `booking.park` */
export interface BookingParkResult {
  /** The park's name */
  name: string;
  /** The park's address */
  address: string;
  /** The park's location */
  location: Location;
  /** The park's time zone */
  timeZone: string;
  /** The reverses that can be booked */
  reverses: BookingReverse[];
  /** The opening hours by day of the week */
  hours: BookingDayHours[];
  /** The length of a set in minutes */
  setMinutes: number;
  /** The largest number of sets in one booking */
  maximumSets: number;
  /** The number of days ahead that can be booked, today included */
  horizonDays: number;
  /** The usual price of a set */
  setPrice: Money;
  /** Other prices at certain times */
  priceBands: BookingPriceBand[];
  /** The passes that are for sale */
  products: BookingProduct[];
  /** The duration of a hold in seconds */
  holdSeconds: number;
  /** Minutes before the start at which free cancellation ends */
  freeCancellationMinutes: number;
  /** Minutes after booking during which cancelling is free, too, even shortly before the start */
  undoMinutes: number;
  /** The park's rules */
  rules: string;
  /** The language of the texts */
  language: Language;
}

/** The park's settings, as its administrator edits them */
export interface BookingParkSettings {
  /** The park's name */
  name: BookingTexts;
  /** The park's address */
  address: BookingTexts;
  /** The park's rules */
  rules: BookingTexts;
  /** The park's location */
  location: Location;
  /** The park's time zone */
  timeZone: string;
  /** The reverses, in the order in which they are shown */
  reverses: BookingReverseSettings[];
  /** The opening hours: at most one entry a day, at multiples of five minutes */
  hours: BookingDayHours[];
  /** The length of a set in minutes: 5 to 120, a multiple of 5 */
  setMinutes: number;
  /** The largest number of sets in one booking: 1 to 8 */
  maximumSets: number;
  /** The number of days ahead that can be booked, today included: 1 to 366 */
  horizonDays: number;
  /** The largest number of upcoming bookings of an account: 1 to 100 */
  bookingsPerAccount: number;
  /** The usual price of a set */
  setPrice: Money;
  /** Other prices at certain times */
  priceBands: BookingPriceBand[];
  /** Different hours, prices and closed reverses on some dates; the first entry that contains a date applies */
  specialDays?: BookingSpecialDays[];
  /** The passes */
  products: BookingProductSettings[];
  /** Minutes before the start at which free cancellation ends: 0 to 10080 */
  freeCancellationMinutes: number;
  /** Minutes after booking during which cancelling is free, too: 0 to 60; defaults to 10 */
  undoMinutes?: number;
}

/** The park's settings, as its administrator edits them */
export interface BookingParkSettingsInput {
  /** The park's name */
  name: BookingTextsInput;
  /** The park's address */
  address: BookingTextsInput;
  /** The park's rules */
  rules: BookingTextsInput;
  /** The park's location */
  location: LocationInput;
  /** The park's time zone */
  timeZone: TimeZoneName;
  /** The reverses, in the order in which they are shown */
  reverses: BookingReverseSettingsInput[];
  /** The opening hours: at most one entry a day, at multiples of five minutes */
  hours: BookingDayHoursInput[];
  /** The length of a set in minutes: 5 to 120, a multiple of 5 */
  setMinutes: number;
  /** The largest number of sets in one booking: 1 to 8 */
  maximumSets: number;
  /** The number of days ahead that can be booked, today included: 1 to 366 */
  horizonDays: number;
  /** The largest number of upcoming bookings of an account: 1 to 100 */
  bookingsPerAccount: number;
  /** The usual price of a set */
  setPrice: MoneyInput;
  /** Other prices at certain times */
  priceBands: BookingPriceBandInput[];
  /** Different hours, prices and closed reverses on some dates; the first entry that contains a date applies */
  specialDays?: BookingSpecialDaysInput[];
  /** The passes */
  products: BookingProductSettingsInput[];
  /** Minutes before the start at which free cancellation ends: 0 to 10080 */
  freeCancellationMinutes: number;
  /** Minutes after booking during which cancelling is free, too: 0 to 60; defaults to 10 */
  undoMinutes?: number;
}

/** A pass: sets bought together */
export interface BookingPass {
  /** The id of the pass */
  id: string;
  /** The product that was bought */
  productId: string;
  /** The product's name */
  name: string;
  /** Sets bought */
  sets: number;
  /** Sets neither used nor reserved */
  left: number;
  /** Sets reserved for bookings */
  held: number;
  /** The time until which the sets can be used */
  expiresAt: Instant;
  /** The time of the purchase */
  boughtAt: Instant;
}

/** The result of `booking.pass` */
export interface BookingPassesResult {
  /** The passes, first to expire first */
  items: BookingPass[];
  /** Sets left on all passes */
  left: number;
  /** The amount that the caller owes the park */
  due: Money;
  /** The amount that the park owes the caller, paid out at the park; absent if zero */
  credit?: Money;
}

/** The parameters of `booking.payBack` */
export interface BookingPayBackParams {
  /** The customer who was paid */
  customerId: Identifier;
  /** The amount paid out, at most what the park owes */
  amount: BookingPayable;
}

/** An amount of money above zero */
export interface BookingPayable {
  /** The amount in minor units */
  amount: PayableAmount;
  /** The currency of the amount */
  currency: CurrencyCode;
}

/** The purchase of a pass */
export interface BookingPayment {
  /** The id of the payment */
  id: string;
  /** The product to buy */
  productId: string;
  /** The price of the pass */
  price: Money;
  /** The state of the payment */
  state: PaymentState;
  /** The provider's payment page, while the payment is pending */
  paymentUrl?: string;
  /** The time at which the purchase was started */
  madeAt: Instant;
  /** The time until which the customer can pay */
  expiresAt: Instant;
}

/** The parameters of `booking.payments` */
export interface BookingPaymentsParams {
  /** The last digits of a telephone number. */
  phoneDigits?: PhoneDigits;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** A price per set at certain times; the first band that matches replaces the usual price */
export interface BookingPriceBand {
  /** The days of the week on which the band holds */
  weekdays: number[];
  /** The start of the band; a set belongs to the band that contains its start */
  from: string;
  /** The end of the band */
  to: string;
  /** The price of a set */
  price: Money;
}

/** A price per set at certain times; the first band that matches replaces the usual price */
export interface BookingPriceBandInput {
  /** The days of the week on which the band holds */
  weekdays: Weekday[];
  /** The start of the band; a set belongs to the band that contains its start */
  from: TimeOfDay;
  /** The end of the band */
  to: TimeOfDay;
  /** The price of a set */
  price: MoneyInput;
}

/** A pass that is for sale */
export interface BookingProduct {
  /** The id of the product, for booking.topUp */
  id: string;
  /** The product's name */
  name: string;
  /** The number of sets */
  sets: number;
  /** The price of the pass */
  price: Money;
  /** Days after the purchase during which the sets can be used */
  validDays: number;
}

/** The settings of a pass product */
export interface BookingProductSettings {
  /** The id of the product; stays the same */
  id: string;
  /** The product's name */
  name: BookingTexts;
  /** The number of sets */
  sets: number;
  /** The price of the pass */
  price: Money;
  /** Days after the purchase during which the sets can be used */
  validDays: number;
  /** True if customers can buy it */
  isSold: boolean;
}

/** The settings of a pass product */
export interface BookingProductSettingsInput {
  /** The id of the product; stays the same */
  id: ProductID;
  /** The product's name */
  name: BookingTextsInput;
  /** The number of sets */
  sets: number;
  /** The price of the pass */
  price: MoneyInput;
  /** Days after the purchase during which the sets can be used */
  validDays: number;
  /** True if customers can buy it */
  isSold: boolean;
}

/** The purchase of a pass with its customer, as administrators see it */
export interface BookingPurchase {
  /** The payment, without the address of its page */
  payment: BookingPayment;
  /** The customer who bought the pass */
  customer: BookingCustomer;
  /** The product's name */
  name: string;
  /** Sets bought */
  sets: number;
  /** Sets neither used nor reserved; zero before the payment and after a refund */
  left: number;
  /** True if the payment can be refunded: it is paid, and no set is used, reserved or expired */
  isRefundable: boolean;
}

/** A sale or a correction at the till */
export interface BookingReceipt {
  /** The number of the receipt; numbers ascend, and some may be missing */
  number: number;
  /** The kind of receipt */
  kind: ReceiptKind;
  /** The time of the receipt */
  at: Instant;
  /** The customer */
  customerId: string;
  /** The pass */
  passId: string;
  /** The name of the pass */
  name: string;
  /** Sets added to the pass; negative if taken */
  sets: number;
  /** Money received; negative if paid out */
  money: Money;
  /** The reason for a correction */
  reason?: string;
}

/** A booking as its customer sees it */
export interface BookingRecord {
  /** The id of the booking */
  id: string;
  /** The reverse that is booked */
  reverseId: string;
  /** The start of the first set */
  startsAt: Instant;
  /** The end of the last set */
  endsAt: Instant;
  /** The park's time zone; all instants are UTC */
  timeZone: string;
  /** The number of consecutive sets */
  sets: number;
  /** The state of the booking */
  state: BookingState;
  /** The means of payment */
  payWith: PaymentWay;
  /** The charge for the booking */
  charge: BookingCharge;
  /** The price without a pass */
  price: Money;
  /** The end of free cancellation, at the latest the start; cancelling later opens a case */
  freeUntil: Instant;
  /** The time at which the booking was made */
  madeAt: Instant;
  /** The cancellation, if the booking is cancelled */
  cancellation?: BookingCancellation;
  /** The case that the booking led to */
  caseId?: string;
  /** The administrator's decision on the booking's case */
  decision?: BookingDecision;
  /** The number of times the booking was rescheduled; absent if zero */
  moves?: number;
}

/** The parameters of `booking.refund` */
export interface BookingRefundParams {
  /** The id of the payment, from `booking.payments` or the provider */
  id: Identifier;
  /** The reason, for the records */
  reason: NoteText;
}

/** The parameters of `booking.rejectAppeal` */
export interface BookingRejectAppealParams {
  /** The id of the case */
  id: Identifier;
  /** The reason that the customer is told */
  reason: NoteText;
}

/** The parameters of `booking.release` */
export interface BookingReleaseParams {
  /** The id of the hold */
  id: Identifier;
}

/** The parameters of `booking.reopen` */
export interface BookingReopenParams {
  /** The id of the closure */
  id: Identifier;
}

/** The parameters of `booking.report` */
export interface BookingReportParams {
  /** The first date, in the park's time zone */
  from: LocalDate;
  /** The number of days */
  days: DayCount;
}

/** The result of `booking.report` */
export interface BookingReportResult {
  /** The park's time zone */
  timeZone: string;
  /** The rows, by date and reverse. */
  items: BookingReportRow[];
  /** The totals of all rows */
  total: BookingReportTotal;
}

/** The bookings and revenue of a reverse on a day; or, without a reverse, the revenue that belongs to none */
export interface BookingReportRow {
  /** The date, in the park's time zone */
  date: LocalDate;
  /** The reverse; absent for passes, fees and other money that belongs to no booking */
  reverseId?: string;
  /** The bookings that begin on the date and are not cancelled */
  bookings: number;
  /** Their sets */
  sets: number;
  /** The sets among them that are paid with passes */
  passSets: number;
  /** The bookings whose customers did not come */
  noShows: number;
  /** The bookings for the date that were cancelled late */
  lateCancellations: number;
  /** The money received on the date, at the till and from the payment provider, less the money paid back */
  revenue: Money;
  /**
   * The sets that begin on the date while the reverse is open, by the park's present settings and without closed
   * times; 0 without a reverse
   */
  availableSets: number;
}

/** The totals of a report */
export interface BookingReportTotal {
  /** The bookings that are not cancelled */
  bookings: number;
  /** Their sets */
  sets: number;
  /** The sets among them that are paid with passes */
  passSets: number;
  /** The bookings whose customers did not come */
  noShows: number;
  /** The bookings that were cancelled late */
  lateCancellations: number;
  /** The money received, less the money paid back */
  revenue: Money;
  /** The sets that begin while their reverse is open */
  availableSets: number;
}

/** The parameters of `booking.reschedule` */
export interface BookingRescheduleParams {
  /** The id of the booking */
  id: Identifier;
  /** The new reverse; may be the present one */
  reverseId: ReverseID;
  /** The new start of the first set */
  startsAt: Instant;
  /** The new number of sets; defaults to the present one */
  sets?: SetCount;
}

/** The end of a restriction; sent in the `details` of `suspended` and `prepay-only` */
export interface BookingRestriction {
  /** The end of the restriction */
  until: Instant;
}

/** A cable for one rider at a time */
export interface BookingReverse {
  /** The id of the reverse */
  id: string;
  /** The name of the reverse */
  name: string;
  /** The description of the reverse */
  text: string;
}

/** The parameters of `booking.reverseDecision` */
export interface BookingReverseDecisionParams {
  /** The id of the case */
  id: Identifier;
  /** The reason that the customer is told */
  reason: NoteText;
}

/** The settings of a reverse */
export interface BookingReverseSettings {
  /** The id of the reverse; stays the same */
  id: string;
  /** The name of the reverse */
  name: BookingTexts;
  /** The description of the reverse */
  text: BookingTexts;
  /** True if customers can book it */
  isBookable: boolean;
}

/** The settings of a reverse */
export interface BookingReverseSettingsInput {
  /** The id of the reverse; stays the same */
  id: ReverseID;
  /** The name of the reverse */
  name: BookingTextsInput;
  /** The description of the reverse */
  text: BookingTextsInput;
  /** True if customers can book it */
  isBookable: boolean;
}

/** The parameters of `booking.sellPass` */
export interface BookingSellPassParams {
  /** The customer; without it, `phone` and `name` are required */
  customerId?: Identifier;
  /** The customer's number; without `customerId` */
  phone?: PhoneNumber;
  /** The customer's name; without `customerId` */
  name?: CustomerName;
  /** The product that is sold */
  productId: ProductID;
}

/** The parameters of `booking.setNotices` */
export interface BookingSetNoticesParams {
  /** The channel of all notices */
  channel: NoticeChannelInput;
  /** True to confirm bookings */
  hasConfirmation: boolean;
  /** True to remind the day before */
  hasDayReminder: boolean;
  /** True to remind two hours before */
  hasHourReminder: boolean;
  /** The start of the quiet hours, in the park's time zone; equal to `quietTo` for none */
  quietFrom: TimeOfDay;
  /** The end of the quiet hours */
  quietTo: TimeOfDay;
}

/** The parameters of `booking.settle` */
export interface BookingSettleParams {
  /** The customer who paid */
  customerId: Identifier;
  /** The amount paid, at most what the customer owes */
  amount: BookingPayable;
}

/** One set on one reverse */
export interface BookingSlot {
  /** The reverse of the slot */
  reverseId: string;
  /** The start of the set */
  startsAt: Instant;
  /** The end of the set */
  endsAt: Instant;
  /** The availability of the slot */
  state: SlotState;
  /** The price of the set */
  price: Money;
  /** True if the caller holds or has booked the slot; false for callers who are not signed in */
  isMine: boolean;
  /** The caller's booking of the slot */
  bookingId?: string;
  /** The caller's hold of the slot */
  holdId?: string;
}

/** The parameters of `booking.slots` */
export interface BookingSlotsParams {
  /** The day, in the park's time zone */
  date: LocalDate;
  /** The reverse; defaults to all reverses */
  reverseId?: ReverseID;
}

/** The result of `booking.slots` */
export interface BookingSlotsResult {
  /** The day */
  date: LocalDate;
  /** The park's time zone */
  timeZone: string;
  /** True if nothing can be booked on the day, or on `reverseId` if given, regardless of bookings */
  isClosed: boolean;
  /** The reason, if `isClosed` */
  closing?: BookingDayClosing;
  /** The slots, by reverse and time; none if the day is over or not yet open for booking */
  items: BookingSlot[];
}

/** Dates on which the park has different hours or prices, or is closed: a holiday, a competition or a season */
export interface BookingSpecialDays {
  /** The first date */
  from: LocalDate;
  /** The last date */
  to: LocalDate;
  /** True if the park does not open */
  isClosed: boolean;
  /** The opening time, together with `closes`; absent for the hours of the day of the week */
  opens?: string;
  /** The closing time */
  closes?: string;
  /** The price of every set; absent for the usual prices */
  setPrice?: Money;
  /** The reverses that do not open */
  closedReverses: string[];
}

/** Dates on which the park has different hours or prices, or is closed: a holiday, a competition or a season */
export interface BookingSpecialDaysInput {
  /** The first date */
  from: LocalDate;
  /** The last date */
  to: LocalDate;
  /** True if the park does not open */
  isClosed: boolean;
  /** The opening time, together with `closes`; absent for the hours of the day of the week */
  opens?: TimeOfDay;
  /** The closing time */
  closes?: TimeOfDay;
  /** The price of every set; absent for the usual prices */
  setPrice?: MoneyInput;
  /** The reverses that do not open */
  closedReverses: ReverseID[];
}

/** The state of a booking */
export type BookingState = "booked" | "checked-in" | "no-show" | "cancelled" | (string & {});

/** The customer's account of a late cancellation or a no-show */
export interface BookingStatement {
  /** The customer's words */
  text: string;
  /** The time of writing */
  at: Instant;
}

/** A text in each supported language; a missing one falls back to another language */
export interface BookingTexts {
  /** The English text */
  en: string;
  /** The Russian text */
  ru?: string;
  /** The Belarusian text */
  be?: string;
}

/** A text in each supported language; a missing one falls back to another language */
export interface BookingTextsInput {
  /** The English text */
  en: string;
  /** The Russian text */
  ru?: string;
  /** The Belarusian text */
  be?: string;
}

/** The parameters of `booking.topUp` */
export interface BookingTopUpParams {
  /** The product to buy */
  productId: ProductID;
  /** The page to which the provider returns the customer */
  returnUrl: ReturnURL;
}

/** The parameters of `booking.wait` */
export interface BookingWaitParams {
  /** The reverse to wait for */
  reverseId: ReverseID;
  /** The start of the first set */
  startsAt: Instant;
  /** The number of consecutive sets */
  sets: SetCount;
}

/** A place on the waitlist for slots that are booked */
export interface BookingWaitlistEntry {
  /** The id of the entry */
  id: string;
  /** The reverse of the slots */
  reverseId: string;
  /** The start of the first set */
  startsAt: Instant;
  /** The end of the last set */
  endsAt: Instant;
  /** The number of consecutive sets */
  sets: number;
  /** The park's time zone; all instants are UTC */
  timeZone: string;
  /** The state of the entry */
  state: WaitlistState;
  /** The number of earlier entries for any of these slots */
  ahead: number;
  /** The time at which the caller began to wait */
  madeAt: Instant;
  /** The hold that keeps the slots for the caller, for booking.book; only in the state `offered` */
  holdId?: string;
  /** The end of that hold, and of the entry */
  offeredUntil?: Instant;
}

/** The result of `booking.waitlist` */
export interface BookingWaitlistResult {
  /** The entries, at most five */
  items: BookingWaitlistEntry[];
}

/** The parameters of `briefing.get` */
export interface BriefingGetParams {
  /** The latitude of the place */
  latitude: Latitude;
  /** The longitude of the place */
  longitude: Longitude;
  /** Saves the place to the caller's history; requires sign-in. */
  save?: boolean;
}

/** The result of `briefing.get` */
export interface BriefingGetResult {
  /** The place */
  location: Location;
  /** The address at the place */
  address: BriefingPartPlacesReverseResult;
  /** The current weather */
  weather: BriefingPartWeatherCurrentResult;
  /** The forecast */
  forecast: BriefingPartWeatherForecastResult;
  /** Today's news about the place */
  news: BriefingPartNewsLocalResult;
  /** The outcome of saving; present if `save` was true */
  saved?: BriefingSaved;
}

/** One part of a briefing; if `value` is missing, `status` says why */
export interface BriefingPartNewsLocalResult {
  /** The status of the part */
  status: PartStatus;
  /** The part; absent if no provider returned it in time */
  value?: NewsLocalResult;
}

/** One part of a briefing; if `value` is missing, `status` says why */
export interface BriefingPartPlacesReverseResult {
  /** The status of the part */
  status: PartStatus;
  /** The part; absent if no provider returned it in time */
  value?: PlacesReverseResult;
}

/** One part of a briefing; if `value` is missing, `status` says why */
export interface BriefingPartWeatherCurrentResult {
  /** The status of the part */
  status: PartStatus;
  /** The part; absent if no provider returned it in time */
  value?: WeatherCurrentResult;
}

/** One part of a briefing; if `value` is missing, `status` says why */
export interface BriefingPartWeatherForecastResult {
  /** The status of the part */
  status: PartStatus;
  /** The part; absent if no provider returned it in time */
  value?: WeatherForecastResult;
}

/** The outcome of saving the briefing to the history */
export interface BriefingSaved {
  /** The outcome: `ok` if the place was saved */
  status: PartStatus;
  /** The id of the history entry; absent if it was not saved */
  id?: string;
}

/** A building, as schedule.rooms names it, such as 5 к */
export type BuildingName = string;

/** A state of the catalogue, as museums.bundle returns it */
export type BundleVersion = string;

/** The party that cancelled a booking */
export type CancelledBy = "customer" | "staff" | "park" | (string & {});

/** The reason for a case */
export type CaseKind = "late-cancellation" | "no-show" | (string & {});

/** The state of a case */
export type CaseState = "open" | "decided" | "reversed" | (string & {});

/** Maximum number of entries on a page: 1 to 1000; 50 by default */
export type CatalogueLimit = number;

/** The state of a booking's charge */
export type ChargeState = "due" | "held" | "charged" | "returned" | "none" | "undecided" | (string & {});

/** The parameters of `cities.add` */
export interface CitiesAddParams {
  /** The city's id, from `places.search` */
  placeId: PlaceID;
}

/** A saved city */
export interface CitiesCity {
  /** The city's id, for weather and places */
  placeId: string;
  /** The time at which the city was saved */
  addedAt: Instant;
}

/** The weather of one city */
export interface CitiesCityWeatherEntry {
  /** The city's id */
  placeId: string;
  /** The current weather */
  weather: BriefingPartWeatherCurrentResult;
}

/** The parameters of `cities.weather` */
export interface CitiesCityWeatherParams {
  /** The cities, at most 12; the saved ones by default */
  placeIds?: PlaceID[];
  /** The units of the values; `metric` by default */
  units?: WeatherUnitsInput;
}

/** The result of `cities.weather` */
export interface CitiesCityWeatherResult {
  /** The cities in the order of `placeIds`, or in the order in which they were saved */
  items: CitiesCityWeatherEntry[];
}

/** The result of `cities.list` */
export interface CitiesListResult {
  /** The cities, at most 12, in the order in which they were saved */
  items: CitiesCity[];
}

/** The parameters of `cities.remove` */
export interface CitiesRemoveParams {
  /** The city's id */
  placeId: PlaceID;
}

/** The name of a city in English, Russian or Belarusian */
export type CityName = string;

/** A two-letter country code (ISO 3166-1), in upper case in answers; lower case is accepted */
export type CountryCode = string;

/** The id of a passkey, base64url */
export type CredentialID = string;

/** A currency code (ISO 4217), in upper case */
export type CurrencyCode = string;

/** The start of the page: `nextCursor` of the previous page */
export type Cursor = string;

/** A customer's name as shown on the board */
export type CustomerName = string;

/** The text of a search for customers */
export type CustomerQuery = string;

/** The words of a customer on a case */
export type CustomerWords = string;

/** Number of days, including the first: 1 to 62 */
export type DayCount = number;

/** The version of a text that the person agreed to */
export type DeclarationVersion = string;

/** The name of a device in the list of sessions, such as its model, or the browser and the system */
export type DeviceName = string;

/** Proof that a device has had a session of an account; opaque to clients */
export type DeviceToken = string;

/** The name that other people see; not unique */
export type DisplayName = string;

/** The number of a change among those of its museum */
export type EditNumber = number;

/** An e-mail address, compared without regard to case */
export type EmailAddress = string;

/** An object without members: the parameters or the result of a method that has none */
export type Empty = Record<string, never>;

/** The parameters of a method that exports what a service holds of the caller */
export interface ExportParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** A row of a table that holds something of the caller */
export interface ExportedRow {
  /** The name of the table */
  table: string;
  /** The row's values, in the order of the columns */
  values: ExportedValue[];
}

/** A value of a row of an export */
export interface ExportedValue {
  /** The name of the column */
  name: string;
  /** The value as text, times in UTC; absent if there is none */
  value?: string;
}

/** The value of a fact as an editor writes it; an empty text removes the fact */
export type FactValue = string;

/**
 * A code of an authenticator app, six digits, or a recovery code, ten letters and digits; case, spaces and hyphens
 * make no difference
 */
export type FactorCode = string;

/** The limits of the violated rule; which of them are present depends on the rule */
export interface FaultLimits {
  /** The smallest allowed number, or number of characters */
  min?: number;
  /** The largest allowed number, or number of characters or items */
  max?: number;
  /** The first allowed date */
  earliest?: LocalDate;
  /** The last allowed date */
  latest?: LocalDate;
  /** The number that the value must be a multiple of */
  step?: number;
  /** The JSON type that the value must have */
  type?: string;
  /** The currency that the amount must have */
  currency?: string;
  /** The name of the format that the text must have */
  format?: string;
  /** The allowed values */
  values?: string[];
  /** The other members that the rule is about */
  members?: string[];
  /** The position of the fault in the request, in bytes */
  byte?: number;
}

/** A year of foundation: 1 to 2100 */
export type FoundingYear = number;

/** A student group's number, such as 353501; may begin with zeros */
export type GroupNumber = string;

/** The parameters of `history.add` */
export interface HistoryAddParams {
  /** The latitude, together with `longitude`; an alternative to `placeId` */
  latitude?: Latitude;
  /** The longitude, together with `latitude`; an alternative to `placeId` */
  longitude?: Longitude;
  /** The place's id; an alternative to `latitude` and `longitude` */
  placeId?: PlaceID;
  /** The caller's name for the place */
  label?: PlaceLabel;
}

/** The result of `history.clear` */
export interface HistoryClearResult {
  /** The number of entries removed */
  removed: number;
}

/** A saved look-up, to be shown as it was. */
export interface HistoryEntry {
  /** The id of the entry */
  id: string;
  /** The time at which the entry was saved */
  savedAt: Instant;
  /** The place */
  location: Location;
  /** The caller's name for the place */
  label?: string;
  /** The address; absent if none was known */
  address?: PlacesReverseResult;
  /** The weather at that moment; absent if no provider answered in time */
  weather?: WeatherCurrentResult;
  /** `simulator` if the address or the weather is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A filter on a customer's bookings */
export type HistoryFilter = "upcoming" | "past" | "cancelled" | "all";

/** The parameters of `history.get` */
export interface HistoryGetParams {
  /** The id of the entry */
  id: Identifier;
}

/** The parameters of `history.list` */
export interface HistoryListParams {
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** The parameters of `history.remove` */
export interface HistoryRemoveParams {
  /** The id of the entry */
  id: Identifier;
}

/** A UUID, in lower case in answers */
export type Identifier = string;

/** A language of the user-visible texts */
export type Language = "en" | "ru" | "be" | (string & {});

/** Degrees north, WGS 84: -90 to 90 */
export type Latitude = number;

/** A lecturer's identifier, as returned by schedule.lecturers, such as s-nesterenkov */
export type LecturerSlug = string;

/** The reason for a ledger entry */
export type LedgerKind =
  | "bought" | "held" | "used" | "returned" | "expired" | "charged" | "restored" | "fee" | "settled" | "paid"
  | "refunded" | "credit" | "paid-back" | "corrected" | (string & {});

/** The kind of a difference between two states of a timetable */
export type LessonChangeKind = "added" | "removed" | "changed" | (string & {});

/** The kind of a timetable entry */
export type LessonKind = "lesson" | "exam" | "announcement" | (string & {});

/** Maximum number of lessons: 1 to 50; 5 by default */
export type LessonLimit = number;

/** The type of a lesson or an exam */
export type LessonType =
  | "lecture" | "practical" | "laboratory" | "exam" | "consultation" | "credit" | "graded-credit" | "candidate-exam"
  | "other" | (string & {});

/** A point on Earth (WGS 84) */
export interface Location {
  /** Degrees north */
  latitude: number;
  /** Degrees east */
  longitude: number;
}

/** A point on Earth (WGS 84) */
export interface LocationInput {
  /** Degrees north */
  latitude: Latitude;
  /** Degrees east */
  longitude: Longitude;
}

/** Degrees east, WGS 84: -180 to 180 */
export type Longitude = number;

/** An amount of money in minor units */
export interface Money {
  /** The amount in minor units: 1500 BYN are 15 rubles */
  amount: number;
  /** The currency of the amount */
  currency: string;
}

/** An amount of money in minor units */
export interface MoneyInput {
  /** The amount in minor units: 1500 BYN are 15 rubles */
  amount: number;
  /** The currency of the amount */
  currency: CurrencyCode;
}

/** A museum's subject */
export type MuseumCategory =
  | "art" | "history" | "archaeology" | "science" | "technology" | "nature" | "ethnography" | "literature" | "music"
  | "theatre" | "memorial" | "military" | "castle" | "open-air" | "religion" | "transport" | "children" | "general"
  | (string & {});

/** A museum's subject */
export type MuseumCategoryInput =
  | "art" | "history" | "archaeology" | "science" | "technology" | "nature" | "ethnography" | "literature" | "music"
  | "theatre" | "memorial" | "military" | "castle" | "open-air" | "religion" | "transport" | "children" | "general";

/** The reason that a museum is closed */
export type MuseumClosing = "hours" | "holiday" | "day-off" | "season" | (string & {});

/** A description in a few sentences */
export type MuseumDescription = string;

/** A kind of change that an editor makes */
export type MuseumEditKind =
  | "created" | "changed" | "removed" | "restored" | "reverted" | "picture-set" | "picture-removed" | (string & {});

/** A property by which museums are counted */
export type MuseumFacet = "category" | "city" | "country" | "open-now";

/** A museum's stable identifier, such as by-minsk-national-art-museum */
export type MuseumID = string;

/** A museum's name, or another name of it */
export type MuseumName = string;

/** The version of a museum that a change is based on */
export type MuseumVersion = string;

/** The parameters of `museums.bundle` */
export interface MuseumsBundleParams {
  /** The city, in any language */
  city: CityName;
  /** The city's country */
  countryCode: CountryCode;
  /** The `version` of the bundle that the caller holds; must be the same on every page */
  since?: BundleVersion;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** A page of a bundle */
export interface MuseumsBundleResult {
  /** The museums, those that changed last at the end */
  items: MuseumsGetResult[];
  /** The ids of museums that were removed, or are in another city now; empty if the bundle is whole */
  removed: string[];
  /** The state that the caller holds once it has read all pages */
  version: string;
  /**
   * True if the bundle holds all museums of the city, so that the caller drops those it held before: `since` is
   * absent, or this server does not know it
   */
  isWhole: boolean;
  /** The start of the next page; absent on the last page. */
  nextCursor?: string;
}

/** A museum in a list */
export interface MuseumsCard {
  /** The museum's id, for museums.get */
  id: string;
  /** The museum's name */
  name: string;
  /** The city's name */
  city: string;
  /** The country */
  countryCode: string;
  /** The country's name in the caller's language; absent for a code that no country has */
  country?: string;
  /** The museum's subject */
  category: MuseumCategory;
  /** The subject's name in the caller's language */
  categoryName: string;
  /** The museum's location */
  location: Location;
  /** A picture of the museum */
  picture?: Picture;
  /** Metres from `near`; absent without it */
  distance?: number;
  /** The parts of `name` that match the query; absent if none does */
  nameMatches?: MuseumsTextRange[];
  /** The language of the texts: the caller's if available, or else the next best */
  language: Language;
}

/** A subject and its museums */
export interface MuseumsCategoriesEntry {
  /** The subject, for museums.search and museums.map */
  category: MuseumCategory;
  /** The subject's name in the caller's language */
  categoryName: string;
  /** The number of its museums */
  count: number;
}

/** The result of `museums.categories` */
export interface MuseumsCategoriesResult {
  /** The subjects, those with the most museums first; `general` is the last */
  items: MuseumsCategoriesEntry[];
}

/** A city and its museums */
export interface MuseumsCityCount {
  /** The city's name, for the parameter `city` */
  city: string;
  /** The city's country */
  countryCode: string;
  /** The number of its museums */
  count: number;
}

/** The likely meaning of a query */
export interface MuseumsCorrection {
  /** The corrected query */
  query: string;
  /** True if no museum matches the query as typed, so that the list contains those of the corrected one only */
  isUsed: boolean;
}

/** A country and its museums */
export interface MuseumsCountryCount {
  /** The country, for the parameter `countryCode` */
  countryCode: string;
  /** The country's name in the caller's language; absent for a code that no country has */
  country?: string;
  /** The number of its museums */
  count: number;
}

/** A change that an editor made */
export interface MuseumsEdit {
  /** The museum's id */
  id: string;
  /** The number among the changes of the museum; the first one has 1 */
  number: number;
  /** The museum's name after the change, in the caller's language if available */
  name: string;
  /** The kind of change */
  kind: MuseumEditKind;
  /** The time of the change */
  at: Instant;
  /** The editor */
  editor: MuseumsEditor;
}

/** An editor, as editors see each other */
export interface MuseumsEditor {
  /** The id of the account */
  id: string;
  /** The name; absent if the account is deleted, or accounts cannot be read at the moment */
  name?: string;
}

/** The parameters of `museums.edits` */
export interface MuseumsEditsParams {
  /** Restricts the list to a museum */
  id?: MuseumID;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** The maximum number of changes on the page */
  limit?: PageLimit;
}

/** The museums of a search, counted by their properties. */
export interface MuseumsFacets {
  /** The subjects, those with the most museums first */
  categories?: MuseumsCategoriesEntry[];
  /** The twenty cities with the most museums */
  cities?: MuseumsCityCount[];
  /** The fifty countries with the most museums */
  countries?: MuseumsCountryCount[];
  /** The number of museums that are open now, as far as their hours are known */
  openNow?: number;
  /** False if more museums match than are counted, so that counts may be higher */
  isExact: boolean;
}

/** A fact about a museum, with its origin */
export interface MuseumsFact {
  /** The value as the source states it */
  value: string;
  /** The origin: a web address, a name, or words for the catalogue's editors in the caller's language */
  source: string;
  /** The day on which the source stated it */
  date: LocalDate;
}

/** The facts that an editor sets: an absent one stays as it is, an empty text removes it. */
export interface MuseumsFactValues {
  /** The opening hours in the syntax of OpenStreetMap, such as `Tu-Su 10:00-18:00; PH off` */
  openingHours?: FactValue;
  /** The telephone number with the country's code */
  telephone?: FactValue;
  /** Access by wheelchair: `yes`, `limited` or `no` */
  wheelchair?: FactValue;
  /** The price of admission: `free`, or an amount with its currency, such as `12.50 BYN` */
  price?: FactValue;
  /** The time zone, for museums in countries with several */
  timeZone?: FactValue;
}

/** The parameters of `museums.get` */
export interface MuseumsGetParams {
  /** The museum's id */
  id: MuseumID;
}

/** The result of `museums.get` */
export interface MuseumsGetResult {
  /** The museum's id */
  id: string;
  /** The museum's name */
  name: string;
  /** A short description */
  description?: string;
  /** The city's name */
  city: string;
  /** The street and house number */
  address?: string;
  /** The country */
  countryCode: string;
  /** The country's name in the caller's language; absent for a code that no country has */
  country?: string;
  /** The museum's subject */
  category: MuseumCategory;
  /** The subject's name in the caller's language */
  categoryName: string;
  /** The museum's location */
  location: Location;
  /** The URL of the museum's website */
  website?: string;
  /** The opening hours; absent unless a source states them and they are understood as a whole */
  hours?: MuseumsOpeningHours;
  /** The telephone number */
  telephone?: MuseumsFact;
  /** Access by wheelchair: `yes`, `limited` or `no` */
  wheelchair?: MuseumsFact;
  /** The price of admission: `free`, or an amount with its currency, such as `12.50 BYN` */
  price?: MuseumsFact;
  /** The year of foundation */
  founded?: number;
  /** A picture of the museum */
  picture?: Picture;
  /** The credit that the source of the texts asks for, to show beside them */
  credit?: MuseumsSourceCredit;
  /** The language of the texts: the caller's if available, or else the next best */
  language: Language;
}

/** A group of museums close to each other */
export interface MuseumsMapCluster {
  /** The centroid of its museums */
  location: Location;
  /** The number of museums in the cluster: 2 or more */
  count: number;
  /** The smallest rectangle that contains its museums */
  bbox: [number, number, number, number];
  /** The lowest zoom level at which a map of `bbox` shows the museums apart; absent if they are at one place */
  opensAt?: number;
}

/** The parameters of `museums.map` */
export interface MuseumsMapParams {
  /** Restricts the map to the museums that museums.search finds for this query */
  query?: SearchText;
  /** Restricts the map to a city */
  city?: CityName;
  /** Restricts the map to a country */
  countryCode?: CountryCode;
  /** Restricts the map to a subject */
  category?: MuseumCategoryInput;
  /** The middle of a circle; must be given together with `radius` */
  near?: LocationInput;
  /** Restricts the map to the museums at most this far from `near` */
  radius?: SearchRadius;
  /** True to show only museums that are open now */
  isOpen?: boolean;
  /** The part of the map that is shown */
  bbox: [number, number, number, number];
  /** The zoom level of the map */
  zoom: Zoom;
}

/** A museum on the map */
export interface MuseumsMapPoint {
  /** The museum's id, for museums.get */
  id: string;
  /** The museum's name */
  name: string;
  /** The museum's subject */
  category: MuseumCategory;
  /** The subject's name in the caller's language */
  categoryName: string;
  /** The museum's location */
  location: Location;
  /** The language of the name */
  language: Language;
}

/** The result of `museums.map` */
export interface MuseumsMapResult {
  /** The museums outside clusters */
  points: MuseumsMapPoint[];
  /** The clusters */
  clusters: MuseumsMapCluster[];
  /** The number of museums shown, including those in clusters */
  total: number;
}

/** A museum that an account has marked as a favourite, as visited, or as both */
export interface MuseumsMark {
  /** The museum's id */
  id: string;
  /** True for a favourite */
  isFavourite: boolean;
  /** True for a museum that the person has visited */
  isVisited: boolean;
  /** The time of the latest change; absent if the museum has no mark */
  changedAt?: Instant;
  /** The museum; absent while the catalogue does not contain it */
  museum?: MuseumsCard;
}

/** The result of `museums.marks` */
export interface MuseumsMarksResult {
  /** The museums, the latest changed mark first */
  items: MuseumsMark[];
}

/** The hours of a day in the museum's zone */
export interface MuseumsOpeningDay {
  /** The day */
  date: LocalDate;
  /** True on a public holiday, as far as they are known */
  isHoliday: boolean;
  /** The times in order; empty if the museum is closed */
  spans: MuseumsOpeningSpan[];
  /** The reason that there are no times */
  closedBecause?: MuseumClosing;
}

/** The opening hours of a museum */
export interface MuseumsOpeningHours {
  /** The hours as the source states them, in the syntax of OpenStreetMap */
  statement: MuseumsFact;
  /** The museum's time zone */
  timeZone: string;
  /** Today and the six days after it */
  days: MuseumsOpeningDay[];
  /** The status at the moment of the answer */
  status: MuseumsOpeningStatus;
}

/** A time during which a museum is open */
export interface MuseumsOpeningSpan {
  /** The beginning */
  opensAt: Instant;
  /** The end; may be on the next day */
  closesAt: Instant;
}

/** The state of a museum when the answer was made; for a later moment, derive it from `days` */
export interface MuseumsOpeningStatus {
  /** The moment that the status describes */
  at: Instant;
  /** True if the museum is open */
  isOpen: boolean;
  /** The next closing or opening; absent if no closing follows within a week, or no opening within a year */
  changesAt?: Instant;
  /** The reason that the museum is closed */
  closedBecause?: MuseumClosing;
}

/** The parameters of `museums.put` */
export interface MuseumsPutParams {
  /** The museum's id; stays the same */
  id: MuseumID;
  /** The version that the change is based on; absent for a new museum */
  version?: MuseumVersion;
  /** The museum's subject */
  category: MuseumCategoryInput;
  /** The country */
  countryCode: CountryCode;
  /** The museum's location */
  location: LocationInput;
  /** The address of the museum's website */
  website?: WebAddress;
  /** The year of foundation */
  founded?: FoundingYear;
  /** The texts by language; at least one language is required */
  translations: MuseumsTranslationsInput;
  /** Other names by which the museum is found, at most 24 */
  aliases?: MuseumName[];
  /** The facts to change; absent to change none */
  facts?: MuseumsFactValues;
}

/** The parameters of `museums.edit` */
export interface MuseumsReadEditParams {
  /** The museum's id */
  id: MuseumID;
  /** The number of the change */
  number: EditNumber;
}

/** The result of `museums.edit` */
export interface MuseumsReadEditResult {
  /** The change */
  edit: MuseumsEdit;
  /** The museum before the change; absent unless the change was one of its texts */
  before?: MuseumsRecord;
  /** The museum after the change */
  after: MuseumsRecord;
}

/** The parameters of `museums.record` */
export interface MuseumsReadRecordParams {
  /** The museum's id */
  id: MuseumID;
}

/** A museum with all its texts, as editors see and change it */
export interface MuseumsRecord {
  /** The museum's id */
  id: string;
  /** The version, for the next change */
  version: string;
  /** True if an editor removed the museum; museums.restore brings it back */
  isRemoved: boolean;
  /** The origin of the texts: `catalogue`, the format of an import, or `editors` */
  source: string;
  /** The museum's subject */
  category: MuseumCategory;
  /** The country */
  countryCode: string;
  /** The museum's location */
  location: Location;
  /** The address of the museum's website */
  website?: string;
  /** The year of foundation */
  founded?: number;
  /** The texts by language */
  translations: MuseumsTranslations;
  /** Other names by which the museum is found, as searches compare them */
  aliases: string[];
  /** The picture; absent in former states */
  picture?: Picture;
  /** The facts; absent in states that were recorded without them. */
  facts?: MuseumsStatedFacts;
}

/** The museum that an editor removes or restores */
export interface MuseumsRemoval {
  /** The museum's id */
  id: MuseumID;
  /** The version that the change is based on */
  version: MuseumVersion;
}

/** The parameters of `museums.revert` */
export interface MuseumsRevertParams {
  /** The museum's id */
  id: MuseumID;
  /** The version that the change is based on */
  version: MuseumVersion;
  /** The number of the change to undo */
  number: EditNumber;
}

/** The parameters of `museums.search` */
export interface MuseumsSearchParams {
  /** Words to find in names, cities, categories and descriptions */
  query?: SearchText;
  /** Restricts the search to a city */
  city?: CityName;
  /** Restricts the search to a country */
  countryCode?: CountryCode;
  /** Restricts the search to a subject */
  category?: MuseumCategoryInput;
  /** The caller's position; adds the distance to each card and sorts by it. */
  near?: LocationInput;
  /** Restricts the search to the museums at most this far from `near`; must be the same on every page */
  radius?: SearchRadius;
  /** Restricts the search to a rectangle of the map; must be the same on every page */
  bbox?: [number, number, number, number];
  /** True to return only museums that are open now; those whose hours are not known are left out */
  isOpen?: boolean;
  /** The properties by which to count the museums found; only with the first page */
  facets?: MuseumFacet[];
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** Maximum number of items on a page: 1 to 100; 20 by default */
  limit?: PageLimit;
}

/** A page of the museums found */
export interface MuseumsSearchResult {
  /** The museums of the page, in the order of the search */
  items: MuseumsCard[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
  /** The number of museums found, counted up to 1,000; on the first page only */
  total?: number;
  /** False if more museums may match than `total` counts; present with `total` */
  isTotalExact?: boolean;
  /** The counts that `facets` asks for; on the first page only */
  facets?: MuseumsFacets;
  /**
   * The query that was searched for, too, because the one as typed finds few museums; on the first page only, and
   * absent if it finds no museum
   */
  didYouMean?: MuseumsCorrection;
}

/** The parameters of `museums.mark` */
export interface MuseumsSetMarkParams {
  /** The museum's id */
  id: MuseumID;
  /** True to make the museum a favourite, false to end that; absent leaves it unchanged */
  isFavourite?: boolean;
  /** True to mark the museum as visited, false to end that; absent leaves it unchanged */
  isVisited?: boolean;
}

/** The parameters of `museums.setPicture` */
export interface MuseumsSetPictureParams {
  /** The museum's id */
  id: MuseumID;
  /** The version that the change is based on */
  version: MuseumVersion;
  /** The upload with all parts: a JPEG, PNG or WebP picture of at most 40 million pixels */
  upload: Identifier;
  /** The person or organization to credit */
  author: PictureCredit;
  /** The licence, to be named beside the picture */
  licence: PictureCredit;
  /** The page that describes the picture, to be linked from the credit */
  page?: WebAddress;
}

/** The credit of a museum's texts */
export interface MuseumsSourceCredit {
  /** The source, as it asks to be named */
  attribution: string;
  /** The licence of its data; absent if the source states none */
  licence?: string;
}

/** The facts about a museum, as editors see them */
export interface MuseumsStatedFacts {
  /** The opening hours in the syntax of OpenStreetMap, even if they are not understood as a whole */
  openingHours?: MuseumsFact;
  /** The telephone number */
  telephone?: MuseumsFact;
  /** Access by wheelchair: `yes`, `limited` or `no` */
  wheelchair?: MuseumsFact;
  /** The price of admission: `free`, or an amount with its currency, such as `12.50 BYN` */
  price?: MuseumsFact;
  /** The time zone, for museums in countries with several */
  timeZone?: MuseumsFact;
}

/** The parameters of `museums.suggest` */
export interface MuseumsSuggestParams {
  /** The text typed so far */
  prefix: SearchText;
}

/** The result of `museums.suggest` */
export interface MuseumsSuggestResult {
  /** The suggestions, at most ten */
  items: MuseumsSuggestSuggestion[];
}

/** A suggested museum */
export interface MuseumsSuggestSuggestion {
  /** The museum's id, for museums.get */
  id: string;
  /** The museum's name */
  name: string;
  /** The city's name */
  city: string;
  /** The language of the texts */
  language: Language;
}

/** A part of a text, to highlight */
export interface MuseumsTextRange {
  /** The number of UTF-16 code units before it */
  start: number;
  /** Its length in UTF-16 code units */
  length: number;
}

/** The texts of a museum in one language */
export interface MuseumsTranslation {
  /** The museum's name */
  name: string;
  /** The city's name */
  city: string;
  /** The street and house number */
  address?: string;
  /** A short description */
  description?: string;
}

/** The texts of a museum in one language */
export interface MuseumsTranslationInput {
  /** The museum's name */
  name: MuseumName;
  /** The city's name */
  city: CityName;
  /** The street and house number */
  address?: StreetAddress;
  /** A short description */
  description?: MuseumDescription;
}

/** The texts of a museum in the languages that it is described in, of which there is at least one */
export interface MuseumsTranslations {
  /** The English texts */
  en?: MuseumsTranslation;
  /** The Russian texts */
  ru?: MuseumsTranslation;
  /** The Belarusian texts */
  be?: MuseumsTranslation;
}

/** The texts of a museum in the languages that it is described in, of which there is at least one */
export interface MuseumsTranslationsInput {
  /** The English texts */
  en?: MuseumsTranslationInput;
  /** The Russian texts */
  ru?: MuseumsTranslationInput;
  /** The Belarusian texts */
  be?: MuseumsTranslationInput;
}

/** The parameters of `museums.uploadPart` */
export interface MuseumsUploadPartParams {
  /** The upload; absent for the first part */
  upload?: Identifier;
  /** The number of bytes before this part */
  offset: UploadOffset;
  /** The part's bytes */
  bytesBase64: UploadBytes;
}

/** The result of `museums.uploadPart` */
export interface MuseumsUploadPartResult {
  /** The upload, for the next part */
  upload: string;
  /** The number of bytes received so far */
  size: number;
}

/** An article published elsewhere; `url` leads to it */
export interface NewsArticle {
  /** The title, as published */
  title: string;
  /** The summary, as published, without markup */
  summary?: string;
  /** The URL of the article */
  url: string;
  /** The publisher's name */
  publisher: string;
  /** The time of publication */
  publishedAt: Instant;
  /** A thumbnail */
  picture?: Picture;
}

/** The parameters of `news.local` */
export interface NewsLocalParams {
  /** The latitude, together with `longitude`; an alternative to `city` and `countryCode` */
  latitude?: Latitude;
  /** The longitude, together with `latitude`; an alternative to `city` and `countryCode` */
  longitude?: Longitude;
  /** The city's name; an alternative to `latitude` and `longitude` */
  city?: CityName;
  /** The country; tells cities with the same name apart */
  countryCode?: CountryCode;
  /** The time zone that defines today; defaults to the place's */
  timeZone?: TimeZoneName;
}

/** The result of `news.local` */
export interface NewsLocalResult {
  /** The articles, at most ten, newest first; may be empty */
  items: NewsArticle[];
  /** The subject that the articles have in common */
  scope: NewsScope;
  /** The city whose name was searched for */
  city?: string;
  /** The country whose name was searched for */
  countryCode?: string;
  /** The country's name in the caller's language */
  country?: string;
  /** Today's date in `timeZone` */
  date: LocalDate;
  /** The time zone that defines today */
  timeZone: string;
  /** Publishers that did not answer or returned an unreadable feed */
  missing: string[];
  /** The time of the provider's data; if there are several providers, the oldest */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The subject that the articles have in common */
export type NewsScope = "city" | "country" | "none" | (string & {});

/** A note or a reason written by staff or an administrator */
export type NoteText = string;

/** A channel of notices */
export type NoticeChannel = "sms" | "email" | (string & {});

/** A channel of notices */
export type NoticeChannelInput = "sms" | "email";

/** A one-time code of six digits */
export type OneTimeCode = string;

/** A page of a list */
export interface PageAuthAccountEvent {
  /** The items of the page, in the order of the list */
  items: AuthAccountEvent[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageAuthAccountSummary {
  /** The items of the page, in the order of the list */
  items: AuthAccountSummary[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageAuthReview {
  /** The items of the page, in the order of the list */
  items: AuthReview[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageAuthRule {
  /** The items of the page, in the order of the list */
  items: AuthRule[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageBookingBoardItem {
  /** The items of the page, in the order of the list */
  items: BookingBoardItem[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageBookingCase {
  /** The items of the page, in the order of the list */
  items: BookingCase[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageBookingLedgerEntry {
  /** The items of the page, in the order of the list */
  items: BookingLedgerEntry[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageBookingPurchase {
  /** The items of the page, in the order of the list */
  items: BookingPurchase[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageBookingRecord {
  /** The items of the page, in the order of the list */
  items: BookingRecord[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageExportedRow {
  /** The items of the page, in the order of the list */
  items: ExportedRow[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A page of a list */
export interface PageHistoryEntry {
  /** The items of the page, in the order of the list */
  items: HistoryEntry[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** Maximum number of items on a page: 1 to 100; 20 by default */
export type PageLimit = number;

/** A page of a list */
export interface PageMuseumsEdit {
  /** The items of the page, in the order of the list */
  items: MuseumsEdit[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
}

/** A fault in one parameter */
export interface ParameterFault {
  /** The JSON pointer (RFC 6901) to the parameter, wherever it is sent; empty for the request as a whole */
  pointer: string;
  /** The rule that the value violates: a stable word for programs */
  rule: string;
  /** The limits of the violated rule; which of them are present depends on the rule */
  limits?: FaultLimits;
  /** What is wrong: a sentence for people, in the caller's language */
  detail: string;
}

/** The status of one part of a briefing */
export type PartStatus = "ok" | "stale" | "unavailable" | "timed-out" | (string & {});

/** The name of a passkey, by which its owner recognizes it */
export type PasskeyName = string;

/** A new password: 8 to 128 characters of any kind; common passwords are rejected */
export type Password = string;

/** A password offered at sign-in */
export type PasswordAttempt = string;

/** An amount to pay in minor units, above zero: 1 to 1000000 */
export type PayableAmount = number;

/** The state of a payment */
export type PaymentState = "pending" | "paid" | "failed" | "expired" | "refunding" | "refunded" | (string & {});

/** The means of payment for a booking */
export type PaymentWay = "pass" | "on-site" | (string & {});

/** The means of payment for a booking */
export type PaymentWayInput = "pass" | "on-site";

/** A first or last name */
export type PersonName = string;

/** The last digits of a telephone number, to find a customer on the board */
export type PhoneDigits = string;

/** A telephone number; answers contain the international form, such as +375291234567 */
export type PhoneNumber = string;

/** A picture on the web, with what is known of its size and its credit */
export interface Picture {
  /** The picture's URL; a path such as `/v1/pictures/…` is on this server */
  url: string;
  /** Pixels */
  width?: number;
  /** Pixels */
  height?: number;
  /** The person or organization to credit */
  author?: string;
  /** The licence, to be named beside the picture */
  licence?: string;
  /** The URL of the page that describes the picture, to be linked from the credit */
  page?: string;
  /** The picture in several sizes on this server, the smallest first; absent for a picture on another server */
  sizes?: PictureSize[];
}

/** An author or a licence of a picture */
export type PictureCredit = string;

/** A format of pictures */
export type PictureFormat = "webp" | "jpeg" | (string & {});

/** A picture in one size and format */
export interface PictureSize {
  /** The URL, a path on this server */
  url: string;
  /** Pixels */
  width: number;
  /** Pixels */
  height: number;
  /** The format */
  format: PictureFormat;
}

/** A place, as returned by `places.search` */
export type PlaceID = string;

/** The caller's own name for a place, 1 to 100 characters */
export type PlaceLabel = string;

/** The parameters of `places.get` */
export interface PlacesGetParams {
  /** The id of the place */
  id: PlaceID;
}

/** The result of `places.get` */
export interface PlacesGetResult {
  /** The place */
  place: PlacesPlace;
  /** The time of the provider's data; if there are several providers, the oldest */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A city to choose from */
export interface PlacesPlace {
  /** The id of the place, for weather and history */
  id: string;
  /** The city's name */
  name: string;
  /** The state or province, if known */
  region?: string;
  /** The country's code */
  countryCode: string;
  /** The country's name in the caller's language, if known */
  country?: string;
  /** The city's centre */
  location: Location;
  /** The city's time zone */
  timeZone?: string;
  /** The number of inhabitants, if known */
  population?: number;
  /** The language of `name`, if it is one that the API supports */
  language?: Language;
}

/** The parameters of `places.reverse` */
export interface PlacesReverseParams {
  /** The latitude of the place */
  latitude: Latitude;
  /** The longitude of the place */
  longitude: Longitude;
}

/** The result of `places.reverse` */
export interface PlacesReverseResult {
  /** The coordinates that were asked for */
  location: Location;
  /** The most precise component that is known */
  precision: AddressPrecision;
  /** The street */
  street?: string;
  /** The house number */
  house?: string;
  /** The city */
  city?: string;
  /** The state or province */
  region?: string;
  /** The country's name, in the caller's language if known */
  country?: string;
  /** The country's code */
  countryCode?: string;
  /** Metres to the centre of `city`; present if `city` is the nearest one and may not contain the place */
  distance?: number;
  /** The time zone of the place */
  timeZone?: string;
  /** The time of the provider's data; if there are several providers, the oldest */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The parameters of `places.search` */
export interface PlacesSearchParams {
  /** The city's name or its beginning */
  query: SearchText;
  /** Restricts the search to one country */
  countryCode?: CountryCode;
}

/** The result of `places.search` */
export interface PlacesSearchResult {
  /** The cities, at most ten, best match first */
  items: PlacesPlace[];
  /** The time of the provider's data; if there are several providers, the oldest */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The kind of error */
export type ProblemType =
  | "/problems/parse-error" | "/problems/invalid-request" | "/problems/method-not-found" | "/problems/invalid-params"
  | "/problems/internal" | "/problems/unauthenticated" | "/problems/wrong-credentials" | "/problems/forbidden"
  | "/problems/not-found" | "/problems/quota-exceeded" | "/problems/conflict" | "/problems/too-large"
  | "/problems/deadline-exceeded" | "/problems/unavailable" | "/problems/overloaded" | "/problems/bad-upstream"
  | "/problems/draining" | "/problems/idempotency-mismatch" | "/problems/cancelled" | (string & {});

/** A pass product's stable identifier, such as ten-sets */
export type ProductID = string;

/** A result that the gateway sends over HTTP as bytes of a media type; on the line protocol it is sent as is */
export interface RawResult {
  /** One of the media types that the method declares */
  mediaType: string;
  /** The bytes as base64url without padding */
  bodyBase64: string;
}

/** The kind of a receipt */
export type ReceiptKind = "sale" | "correction" | (string & {});

/** A refresh token; opaque to clients */
export type RefreshToken = string;

/** Proof that the caller controls a telephone number; opaque to clients */
export type RegistrationToken = string;

/** The details of `role-required` */
export interface RequiredRole {
  /** A permission of a signed-in account, beyond being signed in */
  role: Role;
}

/** The https URL to which the browser returns after payment */
export type ReturnURL = string;

/** A reverse's stable identifier, such as big */
export type ReverseID = string;

/** A permission of a signed-in account, beyond being signed in */
export type Role = "park.staff" | "park.admin" | "museums.editor" | "admin" | (string & {});

/** A permission of a signed-in account, beyond being signed in */
export type RoleInput = "park.staff" | "park.admin" | "museums.editor" | "admin";

/** A room's number and building, as lessons and schedule.rooms name it, such as 502-2 к */
export type RoomName = string;

/** A sanction that an administrator can impose */
export type SanctionKind = "none" | "warning" | "charge-sets" | "fee" | "prepay-only" | "suspension" | (string & {});

/** A sanction that an administrator can impose */
export type SanctionKindInput = "none" | "warning" | "charge-sets" | "fee" | "prepay-only" | "suspension";

/** The parameters of `schedule.addCalendar` */
export interface ScheduleAddCalendarParams {
  /** The group's number; an alternative to `lecturer`, one of which is required */
  group?: GroupNumber;
  /** The lecturer's slug; an alternative to `group` */
  lecturer?: LecturerSlug;
  /** Limits the feed to the lessons that this subgroup attends */
  subgroup?: Subgroup;
}

/** The result of `schedule.addCalendar` */
export interface ScheduleAddCalendarResult {
  /** The feed */
  calendar: ScheduleCalendar;
  /** The path of the feed on this server, with its secret; anyone who knows it can read the feed */
  path: string;
}

/** The parameters of `schedule.addFavourite` */
export interface ScheduleAddFavouriteParams {
  /** The group's number; an alternative to `lecturer`, one of which is required */
  group?: GroupNumber;
  /** The lecturer's slug; an alternative to `group` */
  lecturer?: LecturerSlug;
  /** The subgroup whose lessons are shown; 0 shows all, absent leaves it unchanged */
  subgroup?: SubgroupChoice;
  /** Pins the favourite in place of the pinned one; absent leaves the pin unchanged */
  isPinned?: boolean;
}

/** A calendar feed of a timetable: an address that calendar programs subscribe to */
export interface ScheduleCalendar {
  /** The id of the feed */
  id: string;
  /** The group; absent for a lecturer */
  group?: string;
  /** The lecturer; absent for a group */
  lecturer?: string;
  /** The subgroup whose lessons it contains */
  subgroup?: number;
  /** The lecturer's name or the group's speciality, if currently known */
  name?: string;
  /** The time at which the feed was created */
  madeAt: Instant;
}

/** The result of `schedule.calendars` */
export interface ScheduleCalendarsResult {
  /** The feeds in the order in which they were created */
  items: ScheduleCalendar[];
}

/** A query of a catalogue */
export interface ScheduleCatalogueQuery {
  /** A number or part of a name, in Cyrillic or Latin letters */
  query?: SearchText;
  /** The start of the page: `nextCursor` of the previous page */
  cursor?: Cursor;
  /** The maximum number of entries on the page */
  limit?: CatalogueLimit;
}

/** The parameters of `schedule.changes` */
export interface ScheduleChangesParams {
  /** The group's number; an alternative to `lecturer`, one of which is required */
  group?: GroupNumber;
  /** The lecturer's slug; an alternative to `group` */
  lecturer?: LecturerSlug;
  /** `fetchedAt` of the timetable that the caller saw last */
  since: Instant;
  /** Limits the answer to the lessons that this subgroup attends */
  subgroup?: Subgroup;
}

/** The result of `schedule.changes` */
export interface ScheduleChangesResult {
  /** The time of the state that the current one is compared with */
  since: Instant;
  /** The time at which the latest change was first seen; absent while none has been */
  changedAt?: Instant;
  /** The differences by weekday and time, single dates last; at most 200 */
  changes: ScheduleLessonChange[];
  /** False if there are more than 200 differences, or if `since` is more than 120 days ago */
  isComplete: boolean;
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A year of study of a speciality */
export interface ScheduleCourse {
  /** The year of study; absent for groups without one, which come last */
  course?: number;
  /** The groups by number */
  groups: string[];
}

/** The parameters of `schedule.day` */
export interface ScheduleDayParams {
  /** The group's number; an alternative to `lecturer`, one of which is required */
  group?: GroupNumber;
  /** The lecturer's slug; an alternative to `group` */
  lecturer?: LecturerSlug;
  /** The day; defaults to today in Minsk */
  date?: LocalDate;
  /** Limits the answer to the lessons that this subgroup attends */
  subgroup?: Subgroup;
}

/** The result of `schedule.day` */
export interface ScheduleDayResult {
  /** The day */
  date: LocalDate;
  /** The week of the cycle */
  week: number;
  /** The day of the week */
  weekday: number;
  /** False in July and August */
  isInTerm: boolean;
  /** False if the university publishes no timetable for the group or lecturer */
  hasTimetable: boolean;
  /** Lessons and exams of the day, by time */
  lessons: ScheduleLesson[];
  /** Lessons of this weekday and week that begin on a later date or have ended; their notes may say why */
  inactiveLessons: ScheduleLesson[];
  /** Messages to the group for the day */
  announcements: ScheduleLesson[];
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The parameters of `schedule.exams` */
export interface ScheduleExamsParams {
  /** The group's number; an alternative to `lecturer`, one of which is required */
  group?: GroupNumber;
  /** The lecturer's slug; an alternative to `group` */
  lecturer?: LecturerSlug;
  /** Limits the answer to the exams that this subgroup takes */
  subgroup?: Subgroup;
}

/** The result of `schedule.exams` */
export interface ScheduleExamsResult {
  /** False if the university publishes no timetable for the group or lecturer */
  hasTimetable: boolean;
  /** The dates of lessons and exams */
  period?: SchedulePeriod;
  /** The exams, by date and time */
  lessons: ScheduleLesson[];
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The result of `schedule.faculties` */
export interface ScheduleFacultiesResult {
  /** The faculties by short name */
  items: ScheduleFaculty[];
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A faculty with its specialities */
export interface ScheduleFaculty {
  /** The faculty's name; absent if the university does not publish it */
  name?: string;
  /** The faculty's short name; absent for groups of no faculty, which come last */
  abbreviation?: string;
  /** The specialities by name */
  specialities: ScheduleSpeciality[];
}

/** A group or a lecturer in an account's favourites */
export interface ScheduleFavourite {
  /** The id of the favourite */
  id: string;
  /** The group; absent for a lecturer */
  group?: string;
  /** The lecturer; absent for a group */
  lecturer?: string;
  /** The subgroup whose lessons are shown */
  subgroup?: number;
  /** True for the favourite to show first; at most one is pinned */
  isPinned: boolean;
  /** The lecturer's name or the group's speciality, if currently known */
  name?: string;
  /** The time at which the favourite was added */
  addedAt: Instant;
}

/** The result of `schedule.favourites` */
export interface ScheduleFavouritesResult {
  /** The pinned one first, the others in the order in which they were added */
  items: ScheduleFavourite[];
}

/** The parameters of `schedule.forGroup` */
export interface ScheduleForGroupParams {
  /** The group's number */
  group: GroupNumber;
  /** Limits the timetable to one week of the cycle */
  week?: StudyWeek;
  /** Limits the timetable to one day of the week */
  day?: Weekday;
  /** Limits the timetable to the lessons that this subgroup attends */
  subgroup?: Subgroup;
}

/** The parameters of `schedule.forLecturer` */
export interface ScheduleForLecturerParams {
  /** The lecturer's identifier */
  lecturer: LecturerSlug;
  /** Limits the timetable to one week of the cycle */
  week?: StudyWeek;
  /** Limits the timetable to one day of the week */
  day?: Weekday;
}

/** The parameters of `schedule.forRoom` */
export interface ScheduleForRoomParams {
  /** The room's name, as in lessons */
  room: RoomName;
  /** Limits the timetable to one week of the cycle */
  week?: StudyWeek;
  /** Limits the timetable to one day of the week */
  day?: Weekday;
}

/** The result of `schedule.forRoom` */
export interface ScheduleForRoomResult {
  /** The room; only its name and number if the catalogue does not contain it */
  room: ScheduleRoom;
  /** The lessons and exams by weekday and time, single dates last; at most 500 */
  lessons: ScheduleLesson[];
  /** False if there are more than 500 lessons */
  isComplete: boolean;
  /** The share of the university's timetables that the lessons were found in */
  coverage: ScheduleRoomCoverage;
  /** The time of the oldest of these timetables */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A room without a known lesson at a time */
export interface ScheduleFreeRoom {
  /** The room */
  room: ScheduleRoom;
  /** The end of the previous lesson of the day; absent if there is none */
  freeFrom?: string;
  /** The start of the next lesson of the day; absent if there is none */
  freeUntil?: string;
}

/** The parameters of `schedule.freeRooms` */
export interface ScheduleFreeRoomsParams {
  /** The day; defaults to today in Minsk */
  date?: LocalDate;
  /** The start, in local time in Minsk; defaults to the current time */
  from?: TimeOfDay;
  /** The end, after `from`; without it, the rooms that are free at the moment `from` are listed */
  to?: TimeOfDay;
  /** Limits the list to one building */
  building?: BuildingName;
}

/** The result of `schedule.freeRooms` */
export interface ScheduleFreeRoomsResult {
  /** The day */
  date: LocalDate;
  /** The week of the cycle */
  week: number;
  /** The start */
  from: string;
  /** The end; equal to `from` for a moment */
  to: string;
  /** The rooms by building and number */
  items: ScheduleFreeRoom[];
  /** The share of the university's timetables that are published for the day and were searched */
  coverage: ScheduleRoomCoverage;
  /** The time of the oldest of these timetables */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A student group in the catalogue */
export interface ScheduleGroup {
  /** The group's number */
  number: string;
  /** The faculty */
  faculty?: string;
  /** The faculty's short name */
  facultyAbbreviation?: string;
  /** The speciality */
  speciality?: string;
  /** The speciality's short name */
  specialityAbbreviation?: string;
  /** The year of study; absent if the university does not publish it */
  course?: number;
}

/** A lecturer in the catalogue */
export interface ScheduleLecturer {
  /** The lecturer's identifier */
  slug: string;
  /** The last name */
  lastName: string;
  /** The first name */
  firstName?: string;
  /** The patronymic */
  middleName?: string;
  /** The last name and initials */
  shortName: string;
  /** The academic degree */
  degree?: string;
  /** The academic rank */
  rank?: string;
  /** The departments at which the lecturer works */
  departments: string[];
  /** A photograph */
  picture?: Picture;
}

/** A lecturer as named by a lesson */
export interface ScheduleLecturerName {
  /** The last name and initials */
  name: string;
  /** The lecturer's slug; absent if the university does not publish it */
  slug?: string;
}

/** A timetable entry: a recurring lesson, a lesson on a single date, an exam or an announcement */
export interface ScheduleLesson {
  /** The kind of the entry */
  kind: LessonKind;
  /** The short name */
  subject?: string;
  /** The full name */
  subjectName?: string;
  /** The type of the lesson or exam */
  type?: LessonType;
  /** The type's name in the caller's language; in the university's words if `type` is `other` */
  typeName?: string;
  /** The type in the university's words, mostly an abbreviation such as `ЛК` */
  typeAbbreviation?: string;
  /** The day of the week; absent for an entry on a single date */
  weekday?: number;
  /** The start, in local time in Minsk */
  start?: string;
  /** The end, in local time in Minsk */
  end?: string;
  /** The weeks of the cycle in which the lesson takes place; empty for an entry on a single date */
  weeks: number[];
  /** The day of an entry that takes place once; in `schedule.day` and `schedule.next`, of each that takes place */
  date?: LocalDate;
  /** The start on `date`; absent without a date, or if the university does not publish a time */
  startsAt?: Instant;
  /** The end; on the day after `date` for a lesson past midnight */
  endsAt?: Instant;
  /** The first date on which the lesson can take place */
  from?: LocalDate;
  /** The last date on which the lesson can take place */
  to?: LocalDate;
  /** The subgroup that attends; absent for the whole group */
  subgroup?: number;
  /** The rooms, number and building */
  rooms: string[];
  /** The lecturers; empty in a lecturer's own timetable */
  lecturers: ScheduleLecturerName[];
  /** The groups that attend */
  groups: string[];
  /** A note from the university */
  note?: string;
  /** True if the lesson does not take place at present: not yet, no longer, or on an unknown date */
  isInactive: boolean;
}

/** A difference between two states of a timetable */
export interface ScheduleLessonChange {
  /** The kind of the difference */
  kind: LessonChangeKind;
  /** The lesson as it was; absent if it was added */
  before?: ScheduleLesson;
  /** The lesson as it is now; absent if it was removed */
  after?: ScheduleLesson;
}

/** A page of a catalogue */
export interface ScheduleListingScheduleGroup {
  /** The entries of the page, in the order of the list */
  items: ScheduleGroup[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A page of a catalogue */
export interface ScheduleListingScheduleLecturer {
  /** The entries of the page, in the order of the list */
  items: ScheduleLecturer[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A page of a catalogue */
export interface ScheduleListingScheduleRoom {
  /** The entries of the page, in the order of the list */
  items: ScheduleRoom[];
  /** The start of the next page; absent on the last page */
  nextCursor?: string;
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The parameters of `schedule.next` */
export interface ScheduleNextParams {
  /** The group's number; an alternative to `lecturer`, one of which is required */
  group?: GroupNumber;
  /** The lecturer's slug; an alternative to `group` */
  lecturer?: LecturerSlug;
  /** The time from which to search; defaults to now */
  after?: Instant;
  /** Limits the answer to the lessons that this subgroup attends */
  subgroup?: Subgroup;
  /** The maximum number of lessons */
  limit?: LessonLimit;
}

/** The result of `schedule.next` */
export interface ScheduleNextResult {
  /** The time from which lessons were searched */
  after: Instant;
  /** False if the university publishes no timetable for the group or lecturer */
  hasTimetable: boolean;
  /** Lessons in progress at `after` */
  currentLessons: ScheduleLesson[];
  /** Lessons that begin at or after `after`; days without lessons are skipped */
  lessons: ScheduleLesson[];
  /** The last day searched */
  searchedTo: LocalDate;
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The dates of lessons and exams, as far as published */
export interface SchedulePeriod {
  /** The term that the lessons belong to */
  term: TimetableTerm;
  /** The timetable's name in the university's words */
  termName?: string;
  /** The first day of lessons */
  start?: LocalDate;
  /** The last day of lessons */
  end?: LocalDate;
  /** The first day of exams */
  examsStart?: LocalDate;
  /** The last day of exams */
  examsEnd?: LocalDate;
}

/** The parameters of `schedule.removeCalendar` */
export interface ScheduleRemoveCalendarParams {
  /** The id of the feed */
  id: Identifier;
}

/** The parameters of `schedule.removeFavourite` */
export interface ScheduleRemoveFavouriteParams {
  /** The id of the favourite */
  id: Identifier;
}

/** A room in the catalogue */
export interface ScheduleRoom {
  /** The room's number and building, as in lessons */
  name: string;
  /** The room's number */
  number: string;
  /** The building */
  building?: string;
  /** The room's purpose, in the university's words */
  type?: string;
  /** The number of seats */
  capacity?: number;
  /** The department that the room belongs to */
  department?: string;
}

/** The share of the university's timetables that an answer about rooms is based on. */
export interface ScheduleRoomCoverage {
  /** The number of groups in the catalogue */
  groups: number;
  /** The number of these groups whose timetables were read within 3 days and, for a date, are published for it */
  groupsRead: number;
  /** The number of lecturers in the catalogue */
  lecturers: number;
  /** The number of these lecturers whose timetables were read within 3 days */
  lecturersRead: number;
  /** True if at least 95 % of both were read, and at least half of the groups have a timetable */
  isSufficient: boolean;
}

/** A speciality with its years of study */
export interface ScheduleSpeciality {
  /** The speciality's name; absent if the university does not publish it */
  name?: string;
  /** The speciality's short name */
  abbreviation?: string;
  /** The years of study in order */
  courses: ScheduleCourse[];
}

/** A group's or a lecturer's timetable */
export interface ScheduleTimetable {
  /** The group; absent for a lecturer */
  group?: ScheduleGroup;
  /** The lecturer; absent for a group */
  lecturer?: ScheduleLecturer;
  /** False if the university knows the group or lecturer but publishes no timetable for it */
  hasTimetable: boolean;
  /** True for a part-time or distance-learning group: its lessons have dates instead of weeks */
  isPartTime: boolean;
  /** The dates of lessons and exams */
  period?: SchedulePeriod;
  /** The lessons by weekday and time, single dates last; exams are in schedule.exams */
  lessons: ScheduleLesson[];
  /** Lessons of the next term, if already published */
  nextTermLessons: ScheduleLesson[];
  /** Messages to the group */
  announcements: ScheduleLesson[];
  /** The time at which the latest change was first seen; absent while none has been */
  changedAt?: Instant;
  /** The time of the university's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** The parameters of `schedule.week` */
export interface ScheduleWeekParams {
  /** The date; defaults to today in Minsk */
  date?: LocalDate;
}

/** The result of `schedule.week` */
export interface ScheduleWeekResult {
  /** The date */
  date: LocalDate;
  /** The week of the cycle */
  week: number;
  /** The day of the week */
  weekday: number;
  /** The Monday of the week */
  monday: LocalDate;
  /** False in July and August, when weeks are counted but there are no lessons */
  isInTerm: boolean;
  /** The time of the last comparison with the university's own week */
  checkedAt?: Instant;
  /** True if the university's week matched the computed one at `checkedAt` */
  isConfirmed?: boolean;
  /** The time at which the week was computed */
  fetchedAt: Instant;
  /** Always false, because the week is computed */
  isStale: boolean;
  /** The party that computed the week */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** Always absent, because the week is computed */
  source?: AnswerSource;
}

/** A distance on the ground in metres: 100 to 200000 */
export type SearchRadius = number;

/** Words in English, Russian or Belarusian; a prefix or a small typing error still matches */
export type SearchText = string;

/** A number of sets to add to a pass, or to take from it: -1000 to 1000 */
export type SetChange = number;

/** Number of consecutive sets: 1 to 8 */
export type SetCount = number;

/** Proof of the first factor of a sign-in; opaque to clients */
export type SignInToken = string;

/** The availability of a slot */
export type SlotState = "free" | "held" | "booked" | "closed" | "past" | (string & {});

/** A street and house number */
export type StreetAddress = string;

/** A week of the four-week timetable cycle: 1 to 4 */
export type StudyWeek = number;

/** A subgroup, 1 to 9; lessons of the whole group belong to every subgroup */
export type Subgroup = number;

/** A subgroup: 1 to 9, or 0 for the whole group */
export type SubgroupChoice = number;

/** A local time of day, HH:MM; 24:00 is the end of the day */
export type TimeOfDay = string;

/** The name of a time zone (IANA), such as `Europe/Minsk` */
export type TimeZoneName = string;

/** The term of a timetable */
export type TimetableTerm = "current" | "previous" | "next" | (string & {});

/** Up to 45 KiB of bytes as base64url without padding, so that a part fits a line */
export type UploadBytes = string;

/** A place in a picture's bytes */
export type UploadOffset = number;

/** The state of an entry on the waitlist */
export type WaitlistState = "waiting" | "offered" | (string & {});

/** The parameters of `weather.airQuality` */
export interface WeatherAirQualityParams {
  /** The latitude, together with `longitude`; an alternative to `placeId` */
  latitude?: Latitude;
  /** The longitude, together with `latitude`; an alternative to `placeId` */
  longitude?: Longitude;
  /** The place's id; an alternative to `latitude` and `longitude` */
  placeId?: PlaceID;
}

/** The result of `weather.airQuality` */
export interface WeatherAirQualityResult {
  /** The coordinates that were asked for, or those of the place */
  location: Location;
  /** The hour that the values are for */
  observedAt: Instant;
  /** The European air quality index: 0 to 20 is good, more than 100 extremely poor */
  index?: number;
  /** The level of `index` */
  level?: AirQualityLevel;
  /** The level in words, in the caller's language */
  text?: string;
  /** The language of `text` */
  language: Language;
  /** The air quality index of the United States: 0 to 500 */
  usIndex?: number;
  /** Particles of at most 2.5 micrometres */
  pm25?: number;
  /** Particles of at most 10 micrometres */
  pm10?: number;
  /** Nitrogen dioxide */
  nitrogenDioxide?: number;
  /** Ozone */
  ozone?: number;
  /** Sulphur dioxide */
  sulphurDioxide?: number;
  /** The time of the provider's data */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A weather condition, mapped from each provider's codes */
export type WeatherCondition =
  | "clear" | "mostly-clear" | "partly-cloudy" | "mostly-cloudy" | "overcast" | "fog" | "haze" | "drizzle"
  | "freezing-drizzle" | "light-rain" | "rain" | "heavy-rain" | "freezing-rain" | "showers" | "heavy-showers" | "sleet"
  | "light-snow" | "snow" | "heavy-snow" | "snow-grains" | "snow-showers" | "thunderstorm" | "hail" | "squall"
  | "tornado" | "unknown" | (string & {});

/** The result of `weather.current` */
export interface WeatherCurrentResult {
  /** The coordinates that were asked for, or those of the place */
  location: Location;
  /** The place that was asked for, or the known city nearest to the coordinates. */
  place?: PlacesPlace;
  /** The time zone of the place */
  timeZone?: string;
  /** The place's offset from UTC in seconds, east positive, at `observedAt` */
  utcOffset: number;
  /** The time of the observation */
  observedAt: Instant;
  /** The condition */
  condition: WeatherCondition;
  /** The condition in words, in the caller's language */
  text: string;
  /** The language of `text` */
  language: Language;
  /** The units of the values */
  units: WeatherUnits;
  /** True between sunrise and sunset */
  isDay: boolean;
  /** The temperature in degrees Celsius; imperial: Fahrenheit */
  temperature: number;
  /** The apparent temperature in degrees Celsius; imperial: Fahrenheit */
  feelsLike?: number;
  /** The relative humidity in percent */
  humidity?: number;
  /** The air pressure in hectopascals, reduced to sea level; imperial: inches of mercury */
  pressure?: number;
  /** The wind speed in metres per second; imperial: miles per hour */
  windSpeed?: number;
  /** The speed of gusts in metres per second; imperial: miles per hour */
  windGust?: number;
  /** The direction the wind blows from, in degrees; 0 is north */
  windDirection?: number;
  /** The cloud cover in percent */
  cloudCover?: number;
  /** The precipitation in millimetres over the last hour or less; imperial: inches */
  precipitation?: number;
  /** The visibility in metres; imperial: feet */
  visibility?: number;
  /** The time of today's sunrise */
  sunrise?: Instant;
  /** The time of today's sunset */
  sunset?: Instant;
  /** The time of the provider's data; if there are several providers, the oldest */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** One day of a forecast, in the place's time zone */
export interface WeatherDay {
  /** The date */
  date: LocalDate;
  /** True if the forecast covers only part of the day; the values are those of that part */
  isPartial: boolean;
  /** The prevailing condition: that of most of the day's daylight hours. */
  condition: WeatherCondition;
  /** The prevailing condition in words, in the caller's language */
  text: string;
  /** The most severe condition of the day, by day or by night */
  worst: WeatherCondition;
  /** The most severe condition in words, in the caller's language */
  worstText: string;
  /** The lowest temperature in degrees Celsius; imperial: Fahrenheit */
  minimum: number;
  /** The highest temperature in degrees Celsius; imperial: Fahrenheit */
  maximum: number;
  /** The precipitation in millimetres; imperial: inches */
  precipitation?: number;
  /** The highest probability of precipitation of the day in percent */
  precipitationProbability?: number;
  /** The highest wind speed in metres per second, without gusts; imperial: miles per hour */
  windMaximum?: number;
  /** The highest speed of gusts in metres per second; imperial: miles per hour */
  windGustMaximum?: number;
  /** The prevailing direction the wind blows from, in degrees; 0 is north. */
  windDirection?: number;
  /** The highest ultraviolet index: 0 to about 16 */
  uvMaximum?: number;
  /** The time of sunrise */
  sunrise?: Instant;
  /** The time of sunset */
  sunset?: Instant;
}

/** The parameters of `weather.forecast` */
export interface WeatherForecastParams {
  /** The latitude, together with `longitude`; an alternative to `placeId` */
  latitude?: Latitude;
  /** The longitude, together with `latitude`; an alternative to `placeId` */
  longitude?: Longitude;
  /** The place's id; an alternative to `latitude` and `longitude` */
  placeId?: PlaceID;
  /** The units of the values; `metric` by default */
  units?: WeatherUnitsInput;
  /** True for steps of one hour if the provider has them; otherwise steps have three hours */
  isHourly?: boolean;
}

/** The result of `weather.forecast` */
export interface WeatherForecastResult {
  /** The coordinates that were asked for, or those of the place */
  location: Location;
  /** The place that was asked for, or the known city nearest to the coordinates. */
  place?: PlacesPlace;
  /** The time zone of the place */
  timeZone?: string;
  /** The language of the texts */
  language: Language;
  /** The units of the values */
  units: WeatherUnits;
  /** The length of a step in hours: 3, or 1 */
  stepHours: number;
  /** The steps, starting with the one that contains the current time: at most 56, or 168 of one hour */
  steps: WeatherStep[];
  /** The dates that the steps cover in the place's time zone: at most seven, starting with the current one */
  days: WeatherDay[];
  /** The time of the provider's data; if there are several providers, the oldest */
  fetchedAt: Instant;
  /** True if the data is older than usual because no newer data is available */
  isStale: boolean;
  /** The data's provider */
  provider: string;
  /** The credit to show beside the answer */
  attribution: string;
  /** `simulator` if the data is simulated; otherwise absent */
  source?: AnswerSource;
}

/** A step of a forecast: three hours, or one */
export interface WeatherStep {
  /** The beginning of the step */
  at: Instant;
  /** The date at `at` in the place's time zone */
  date: LocalDate;
  /** The condition */
  condition: WeatherCondition;
  /** The condition in words, in the caller's language */
  text: string;
  /** True between sunrise and sunset */
  isDay: boolean;
  /** The temperature in degrees Celsius; imperial: Fahrenheit */
  temperature: number;
  /** The apparent temperature in degrees Celsius; imperial: Fahrenheit */
  feelsLike?: number;
  /** The relative humidity in percent */
  humidity?: number;
  /** The air pressure in hectopascals, reduced to sea level; imperial: inches of mercury */
  pressure?: number;
  /** The wind speed in metres per second; imperial: miles per hour */
  windSpeed?: number;
  /** The speed of gusts in metres per second; imperial: miles per hour */
  windGust?: number;
  /** The direction the wind blows from, in degrees; 0 is north */
  windDirection?: number;
  /** The cloud cover in percent */
  cloudCover?: number;
  /** The precipitation in millimetres over the step; imperial: inches */
  precipitation?: number;
  /** The probability of precipitation in percent */
  precipitationProbability?: number;
  /** The highest ultraviolet index of the step: 0 to about 16; from 3 on, skin needs protection */
  uvIndex?: number;
}

/** The units of weather */
export type WeatherUnits = "metric" | "imperial" | (string & {});

/** The units of weather */
export type WeatherUnitsInput = "metric" | "imperial";

/** A location: coordinates, or a place from `places.search` */
export interface WeatherWhere {
  /** The latitude, together with `longitude`; an alternative to `placeId` */
  latitude?: Latitude;
  /** The longitude, together with `latitude`; an alternative to `placeId` */
  longitude?: Longitude;
  /** The place's id; an alternative to `latitude` and `longitude` */
  placeId?: PlaceID;
  /** The units of the values; `metric` by default */
  units?: WeatherUnitsInput;
}

/** The address of a website: http or https */
export type WebAddress = string;

/** A day of the week: 1 is Monday, 7 is Sunday */
export type Weekday = number;

/** A challenge for a proof of work; opaque to clients */
export type WorkChallenge = string;

/** A number that solves a challenge */
export type WorkSolution = number;

/** Zoom level of a web map: 0 (the world) to 20 (a building) */
export type Zoom = number;
