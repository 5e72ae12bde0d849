/// The parts of the web client's contract that are the same for any contract.
enum WebContractTexts {
    /// Returns the text of `methods.js`.
    static func methods(_ lines: String) -> String {
        """
        /**
         * The methods of the API over HTTP. Generated from the Swift contract; do not edit. To regenerate:
         * `UPDATE_SNAPSHOT=1 swift test --filter WebContractTests`
         *
         * A method: verb, path, access (`anyone`, `openable`: an instance may require a sign-in, `signed-in`, or the role that
         * is needed beside `admin`), repetition (`idempotent`, `keyed`: needs an idempotency key, `once`), then flags:
         * - `etag`: the answer may be cached and revalidated
         * - `raw`: the body is bytes, not JSON
         * - `session`: begins or continues a session; `session-end`: ends it
         * - `device`: takes the device's cookie
         *
         * A parameter in braces goes into the path; the others go into the query of GET and DELETE, or into the JSON body.
         * The methods of a role and of single screens are in the files `…-methods.js`, which add them to these.
         *
         * @type {import("./types.d.ts").MethodTable}
         */
        export const methods = /** @type {any} */ ({
        \(lines)});

        """
    }

    /// Returns the text of the file of another table.
    static func moreMethods(_ lines: String) -> String {
        """
        /**
         * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
         * them imports this file, which adds the methods to the others.
         */
        import { methods } from "./methods.js";

        Object.assign(methods, {
        \(lines)});

        """
    }

    /// Returns the beginning of the file: types of values, and of the table of methods.
    /// - Parameter access: the words for the access to methods.
    static func types(access: [String]) -> String {
        """
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
        export type Access = \(access.map(TypeScript.quoted).joined(separator: " | "));

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

        """
    }

    /// The type of a problem.
    static let problem = """
        /**
         * The reason of a problem, and the details that belong to it. A newer server may send other reasons: they are left out
         * here, so that a comparison narrows the details
         */
        export type ProblemReason =
          | { [Reason in keyof ReasonDetails]: { reason: Reason; details?: ReasonDetails[Reason] } }[keyof ReasonDetails]
          | { reason?: Exclude<ErrorReason, keyof ReasonDetails>; details?: undefined };

        /** An error (RFC 9457) */
        export type Problem = ProblemMembers & ProblemReason;

        """
}
