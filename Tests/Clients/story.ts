// A user's story, told with the generated TypeScript client; facts of the instance on stdin.

import {
  AccountsApi, BookingsApi, CataloguesApi, Configuration, MuseumsApi, ParkApi, PassesApi, PaymentWayInput, ProblemFromJSON,
  ResponseError, SignInApi, TimetablesApi, WeatherApi,
} from "vokol-client";

const facts = JSON.parse(await new Response(Deno.stdin.readable).text());
const email = `typescript-${crypto.randomUUID()}@example.org`;
const password = crypto.randomUUID();
const anonymous = new Configuration({ basePath: facts.url });

function expect(condition: boolean, seen: unknown) {
  if (!condition) throw new Error(`unexpected: ${JSON.stringify(seen)}`);
}

/** Waits for the message with the code. */
async function code(): Promise<string> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const lines = await Deno.readTextFile(facts.outbox).catch(() => "");
    for (const line of lines.split("\n").filter((line) => line !== "")) {
      const message = JSON.parse(line);
      if (message.to === email) return message.text.match(/\b\d{6}\b/)[0];
    }
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error("no message with a code");
}

/** The answer to a call that must fail. */
async function failure(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ResponseError) return await error.response.json();
    throw error;
  }
  throw new Error("the call succeeded");
}

// 1 to 3: a user registers, proves the address and signs in.
const accounts = new AccountsApi(anonymous);
const declaration = await accounts.authDeclaration();
const challenge = await accounts.authRegister({
  authRegisterParams: {
    login: "Ада", email, password, declaration: { isNotGovernmentMilitary: true, version: declaration.version },
  },
});
const verified = await accounts.authVerifyEmail({
  authVerifyEmailParams: { challengeId: challenge.challengeId, code: await code() },
});
expect(verified.user.email === email, verified);
const signIn = new SignInApi(anonymous);
const tokens = await signIn.authLogin({ authLoginParams: { email, password } });
const user = new Configuration({ basePath: facts.url, accessToken: tokens.accessToken });
expect((await new AccountsApi(user).authMe()).id === verified.user.id, verified);

// 4 and 5: museums near a place, and on a map.
const museums = new MuseumsApi(user);
const found = await museums.museumsSearch({ near: [53.4512, 26.4729], limit: 3, acceptLanguage: "ru" });
expect(found.items.length === 3 && found.items[0].id === "by-mir-castle", found);
expect(found.items[0].distance! < 1_000 && found.items[0].language === "ru", found);
const shown = await museums.museumsMap({ bbox: [26.4, 53.4, 27.7, 54], zoom: 9 });
expect(shown.total > 0 && shown.points.length + shown.clusters.length > 0, shown);

// 6: a timetable.
const groups = await new CataloguesApi(user).scheduleGroups({ limit: 20 });
const number = groups.items[groups.items.length - 1].number;
const timetable = await new TimetablesApi(user).scheduleForGroup({ group: number });
expect(timetable.group?.number === number, timetable);

// 7: the weather.
const weather = await new WeatherApi(user).weatherCurrent({ latitude: 53.9, longitude: 27.5667 });
expect(Math.abs(weather.temperature) < 60, weather);

// 8: a booking, repeated with its key, and cancelled.
const day = new Date(Date.now() + 6 * 86_400_000);
const slots = await new ParkApi(anonymous).bookingSlots({ date: day });
const slot = slots.items.find((slot) => slot.state === "free")!;
const bookings = new BookingsApi(user);
const request = {
  idempotencyKey: crypto.randomUUID(),
  bookingBookParams: { reverseId: slot.reverseId, startsAt: slot.startsAt, sets: 1, payWith: PaymentWayInput.OnSite },
};
const booking = await bookings.bookingBook(request);
expect(booking.state === "booked" && booking.startsAt.getTime() === slot.startsAt.getTime(), booking);
expect((await bookings.bookingBook(request)).id === booking.id, booking);
expect((await bookings.bookingCancel({ id: booking.id })).state === "cancelled", booking);

// 9: bytes with a signature over them, as the payment provider sends them.
const payment = await new PassesApi(user).bookingTopUp({
  idempotencyKey: crypto.randomUUID(),
  bookingTopUpParams: { productId: "ten-sets", returnUrl: "https://example.org/paid" },
});
const bytes = new TextEncoder().encode(JSON.stringify({
  id: `simulated-${payment.id}`, order: payment.id, amount: payment.price.amount, currency: payment.price.currency,
  status: "successful",
}));
const secret = await crypto.subtle.importKey(
  "raw", new TextEncoder().encode(facts.paymentsSecret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const signature = [...new Uint8Array(await crypto.subtle.sign("HMAC", secret, bytes))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");
const body = new Blob([bytes]);
await new PassesApi(anonymous).bookingNotifyPayment({ body }, ({ init }) =>
  Promise.resolve({ headers: { ...init.headers, "Content-Signature": signature } }));
expect((await new PassesApi(user).bookingPayment({ id: payment.id })).state === "paid", payment);
const forged = ProblemFromJSON(await failure(new PassesApi(anonymous).bookingNotifyPayment({ body })));
expect(forged.status === 403 && forged.reason === "not-believed", forged);

// 10: a fault with its rule and its limits.
const invalid = ProblemFromJSON(await failure(museums.museumsSearch({ limit: 1_000 })));
expect(invalid.status === 422 && invalid.errors![0].pointer === "/limit", invalid);
expect(invalid.errors![0].rule === "range" && invalid.errors![0].limits?.max === 100, invalid);

// 11: a reason with details.
const wrong = ProblemFromJSON(
  await failure(signIn.authLogin({ authLoginParams: { email, password: "another password" } })));
expect(wrong.status === 403 && wrong.reason === "credentials-wrong" && wrong.details.triesLeft > 0, wrong);

console.log("11 steps, 17 calls");
