import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Person, people } from "@/db/schema/people";
import { runtime } from "@/server/runtime/runtime";
import { systemCtx } from "@/server/testing/factories";
import { newPerson, OTHER_PASSWORD, PASSWORD } from "@/server/testing/people";
import { until } from "@/server/testing/until";
import { changePassword } from "./change-password";
import { createPerson } from "./create";
import { hashOfPassword, isPassword } from "./passwords";
import { NewPassword, NewPerson, PersonName, signInRefusal, waitWord } from "./schema";
import { signIn } from "./sign-in";
import { signOutEverywhere } from "./sign-out-everywhere";
import { updatePerson } from "./update";

// Holds decision 0022.

const ctx = systemCtx();
const fields = { name: "Ada", password: PASSWORD, isAdmin: false, locale: null };
const row = async (id: string): Promise<Person | undefined> =>
  (await runtime().database.db.select().from(people).where(eq(people.id, id)))[0];

test("passwords are stored as argon2id hashes with 19 MiB, two passes and one lane", async () => {
  const { id } = await newPerson();
  expect((await row(id))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a password matches whichever way its letters are composed", async () => {
  const stored = await hashOfPassword("Ångström under caf\u00e9 lamps");
  expect(await isPassword(stored, "A\u030angstro\u0308m under cafe\u0301 lamps")).toBe(true);
  expect(await isPassword(stored, "Angstrom under cafe lamps")).toBe(false);
  expect(await isPassword(null, "anything at all, really")).toBe(false);
});

test.each([
  "password1234567",
  "passwordpassword",
  "aaaaaaaaaaaaaaaaaaaa",
  "qwertyuiopasdfgh",
  "123456789012345",
  "Passw0rd!Passw0rd!",
  "letmeinletmeinletmein",
  "grace.hopper@navy.test",
  "GraceHopperGraceHopper",
])("400: the password %s is too easily guessed", async (password) => {
  const person = { ...fields, email: "grace.hopper@navy.test", name: "Grace Hopper", password };
  await expect(createPerson(ctx, person)).rejects.toMatchObject({
    kind: "invalid",
    details: { faults: [{ pointer: "/password" }] },
  });
});

test("passwords have 15 to 200 characters of any kind", () => {
  const fits = (password: string) => NewPassword.safeParse(password).success;
  expect([14, 15, 200, 201].map((length) => fits("é".repeat(length)))).toEqual([false, true, true, false]);
  expect([14, 15, 200, 201].map((length) => fits("🦊".repeat(length)))).toEqual([false, true, true, false]);
  expect(fits(`\ud800${PASSWORD}`)).toBe(false);
  expect(fits(`\0${PASSWORD}`)).toBe(false);
});

test("the strength of a long password is judged within seconds, and the password works at sign-in", async () => {
  const begun = performance.now();
  for (const password of ["ab1!".repeat(50), "1234567890".repeat(20), "a".repeat(200)])
    await expect(createPerson(ctx, { ...fields, email: "long@people.test", password })).rejects.toThrow();
  expect(performance.now() - begun).toBeLessThan(3_000);
  const password = `${PASSWORD} ${OTHER_PASSWORD} `.repeat(3).slice(0, 200);
  await createPerson(ctx, { ...fields, email: "long@people.test", password });
  await signIn(ctx, { email: "long@people.test", password }, undefined);
  await expect(
    signIn(ctx, { email: "long@people.test", password: `${password.slice(0, 199)}!` }, undefined),
  ).rejects.toMatchObject({ code: "sign-in-refused" });
});

test("409: an e-mail belongs to one person, whatever its case; the database enforces it, too", async () => {
  const email = NewPerson.parse({ ...fields, email: " Twice@People.Test " }).email;
  expect(email).toBe("twice@people.test");
  await createPerson(ctx, { ...fields, email });
  await expect(createPerson(ctx, { ...fields, email })).rejects.toMatchObject({ code: "person-exists" });
  const { db } = runtime().database;
  const other = await newPerson();
  const set = (change: Partial<Person>) => db.update(people).set(change).where(eq(people.id, other.id));
  for (const change of [
    { email },
    { email: "Twice@people.test" },
    { email: "none" },
    { email: `${"a".repeat(251)}@b.c` },
    { name: "" },
    { name: "x".repeat(201) },
    { passwordHash: "in the clear" },
    { sessionVersion: 0 },
    { locale: "x" },
  ]) {
    await expect(set(change)).rejects.toThrow();
  }
});

test("names are one line of text", () => {
  const fits = (name: string) => PersonName.safeParse(name).success;
  expect(["Ada", "Zoë Ångström", "李", "x".repeat(200)].map(fits)).toEqual([true, true, true, true]);
  expect(["", "  ", "x".repeat(201), "a\nBcc: b", "a\0", "\ud800"].map(fits)).toEqual(Array(6).fill(false));
});

test("a changed password replaces the old one and raises the session version", async () => {
  const { id, email } = await newPerson();
  const session = await changePassword(
    ctx,
    { personId: id, hasSecondFactor: false },
    { current: PASSWORD, next: OTHER_PASSWORD },
    undefined,
  );
  expect(session).toEqual({ personId: id, sessionVersion: 2, hasSecondFactor: false });
  await expect(signIn(ctx, { email, password: PASSWORD }, undefined)).rejects.toMatchObject({
    kind: "forbidden",
  });
  expect(await signIn(ctx, { email, password: OTHER_PASSWORD }, undefined)).toMatchObject({
    personId: id,
    sessionVersion: 2,
  });
});

test("400: the current password must be right, and the next one different and not easily guessed", async () => {
  const { id } = await newPerson();
  const change = (current: string, next: string) =>
    changePassword(ctx, { personId: id, hasSecondFactor: false }, { current, next }, undefined);
  const faultAt = (pointer: string) => ({ kind: "invalid", details: { faults: [{ pointer }] } });
  await expect(change(OTHER_PASSWORD, OTHER_PASSWORD)).rejects.toMatchObject(faultAt("/current"));
  await expect(change(PASSWORD, PASSWORD)).rejects.toMatchObject(faultAt("/next"));
  await expect(change(PASSWORD, "passwordpassword")).rejects.toMatchObject(faultAt("/next"));
  expect((await row(id))?.sessionVersion).toBe(1);
});

test("429: wrong current passwords count as failed sign-ins", async () => {
  const { id, email } = await newPerson();
  const change = (current: string) =>
    changePassword(
      ctx,
      { personId: id, hasSecondFactor: false },
      { current, next: OTHER_PASSWORD },
      "192.0.2.9",
    );
  for (let i = 0; i < 5; i++) await expect(change("wrong")).rejects.toMatchObject({ kind: "invalid" });
  await expect(change(PASSWORD)).rejects.toMatchObject({ kind: "tooManyRequests" });
  await expect(signIn(ctx, { email, password: PASSWORD }, "192.0.2.9")).rejects.toMatchObject({
    kind: "tooManyRequests",
    message: "Too many failed sign-ins. Wait 15 minutes, then try again.",
  });
});

test("of two concurrent password changes, one succeeds", async () => {
  const { id } = await newPerson();
  const next = [OTHER_PASSWORD, `${OTHER_PASSWORD}, again`];
  const changes = await Promise.allSettled(
    next.map((to, i) =>
      changePassword(
        ctx,
        { personId: id, hasSecondFactor: false },
        { current: PASSWORD, next: to },
        `192.0.2.${i}`,
      ),
    ),
  );
  expect(changes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await row(id))?.sessionVersion).toBe(2);
});

test("signing out everywhere raises the session version of that person only", async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  await signOutEverywhere(ctx, one.id);
  expect([(await row(one.id))?.sessionVersion, (await row(other.id))?.sessionVersion]).toEqual([2, 1]);
});

test("people can change their name and language; an omitted field is kept", async () => {
  const { id } = await newPerson({ name: "Before" });
  expect(await updatePerson(ctx, id, { locale: "de" })).toMatchObject({ name: "Before", locale: "de" });
  expect(await updatePerson(ctx, id, { name: "After" })).toMatchObject({ name: "After", locale: "de" });
  expect(await updatePerson(ctx, id, { locale: null })).toMatchObject({ name: "After", locale: null });
});

test("an unchanged name and language are not written", async () => {
  const { id } = await newPerson({ name: "Same" });
  const written = await updatePerson(ctx, id, { locale: "de" });
  expect(await updatePerson(ctx, id, { name: "Same" })).toEqual(written);
  expect(await updatePerson(ctx, id, { locale: "de" })).toEqual(written);
  expect(await updatePerson(ctx, id, {})).toEqual(written);
});

test("the wait is read from its error code; every other error is a refusal", () => {
  expect(signInRefusal(waitWord(840))).toEqual({ kind: "tooManyTries", waitSeconds: 840 });
  expect(signInRefusal("CredentialsSignin")).toEqual({ kind: "notAccepted" });
});

test("403: a sign-in in flight fails if all sessions are ended meanwhile", async () => {
  const person = await newPerson();
  const { db } = runtime().database;
  let signingIn: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.update(people).set({ sessionVersion: sql`session_version + 1` }).where(eq(people.id, person.id));
    signingIn = signIn(ctx, { email: person.email, password: PASSWORD }, undefined);
    signingIn.catch(() => {});
    await until(async () => {
      const waiting = await db.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting).toHaveLength(1);
    });
  });
  await expect(signingIn).rejects.toMatchObject({ code: "sign-in-refused" });
});
