import { TOTP } from "otpauth";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { mailServer } from "@/server/testing/mail-server";
import { until } from "@/server/testing/until";

// Holds decision 0074.

const Begun = z.object({ secret: z.string() });

const smtp = mailServer();

/** A signed-in person with an authenticator app, whom the service can mail. */
async function withApp() {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtp.url());
  const { callProcedure } = await import("@/server/testing/dashboard");
  const { newPerson, PASSWORD } = await import("@/server/testing/people");
  const { Browser } = await import("@/server/testing/browser");
  const person = await newPerson();
  const browser = new Browser();
  await browser.signIn(person.email, PASSWORD);
  const call = async (path: string, input?: unknown) => {
    const reply = await callProcedure(path, input, { cookie: browser.headers().get("cookie") ?? "" });
    browser.keep(reply);
    return reply;
  };
  const { secret } = Begun.parse((await call("factors.beginTotp")).value);
  const added = await call("factors.addTotp", { name: "Phone", code: new TOTP({ secret }).generate() });
  expect(added.failure).toBeUndefined();
  return { person, call, mails: () => smtp.taken.filter(({ to }) => to.includes(person.email)) };
}

test("a new factor is mailed to its person, and so is the tenth wrong code in 15 minutes, once", async () => {
  const { call, mails } = await withApp();
  await until(() => expect(mails()).toHaveLength(1));
  expect(mails()[0]?.text).toContain("A second factor was added to your Assay account.");
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries++)
    statuses.push((await call("people.confirm", { code: "000000" })).status);
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  await until(() => expect(mails()).toHaveLength(2));
  expect(mails()[1]?.text).toContain("Ten wrong codes were entered for your Assay account");
  // Mails leave in sequence, so a later one shows that no other was due.
  await call("factors.renewRecoveryCodes");
  await until(() => expect(mails()).toHaveLength(3));
  expect(mails()[2]?.text).toContain("New recovery codes were created");
});
