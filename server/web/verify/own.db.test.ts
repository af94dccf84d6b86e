import { expect, test, vi } from "vitest";
import { newId } from "@/server/platform/ids";
import { mailServer } from "@/server/testing/mail-server";
import { until } from "@/server/testing/until";

const smtp = mailServer();

async function world() {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtp.url());
  const own = await import("./own");
  const { forVisitor } = await import("./visitor");
  const { visit } = await import("./visit");
  const { rememberOwner, forgetOwner, ownerSecrets } = await import("./owner-cookie");
  const { newActivatable, newActivatingProducer } = await import("@/server/testing/owners");
  const { fromNetwork } = await import("@/server/platform/caller-network");
  const item = await newActivatable(await newActivatingProducer());
  type Visitor = Parameters<typeof own.submitConfirmation>[0];
  /** Calls a page of the item; a form if it has fields. */
  const call = <T>(
    path: string,
    work: (visitor: Visitor) => Promise<T>,
    {
      form,
      cookie = "",
      site = "same-origin",
    }: { form?: Record<string, string>; cookie?: string; site?: string } = {},
  ) => {
    const request = new Request(`https://assay.test/v/${item.identifier}${path}`, {
      method: form ? "POST" : "GET",
      headers: { host: "assay.test", cookie, "sec-fetch-site": site },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    return fromNetwork(
      `test ${newId()}`,
      () => forVisitor(request, async (visitor) => ({ value: await work(visitor) })),
      "192.0.2.1",
    );
  };
  return { ...own, ...item, call, visit, rememberOwner, forgetOwner, ownerSecrets };
}

async function linkTo(email: string): Promise<string> {
  const link = () =>
    smtp.taken
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /\/confirm\/([\w-]{43})$/m.exec(text)?.[1] ?? [])[0];
  await until(() => expect(link()).toBeDefined());
  return link() ?? "";
}

test("forms of owners come from the service's own pages, and the cookie shows the owner", async () => {
  const w = await world();
  const email = `${newId()}@people.test`;
  const form = { code: w.code, email };
  const activate = (visitor: Parameters<typeof w.submitActivation>[0]) => w.submitActivation(visitor, "en");
  expect(await w.call("/activate", activate, { form, site: "cross-site" })).toMatchObject({ status: 403 });
  expect(await w.call("/activate", activate, { form: { ...form, code: "no code" } })).toMatchObject({
    status: 400,
    code: "invalid-input",
  });
  expect(await w.call("/activate", activate, { form })).toEqual({ value: undefined });
  const secret = await linkTo(email);
  const path = `/confirm/${secret}`;
  const confirm = (visitor: Parameters<typeof w.submitConfirmation>[0]) => w.submitConfirmation(visitor);
  expect(await w.call(path, confirm, { form: {}, site: "cross-site" })).toMatchObject({ status: 403 });
  expect(await w.call(path, w.seeConfirmation)).toMatchObject({ value: { isActivated: false } });
  const confirmed = Object(await w.call(path, confirm, { form: {} })).value;
  expect(confirmed).toMatch(/^[\w-]{43}$/);
  const line = w.rememberOwner(new Headers(), confirmed);
  expect(line).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
  const cookie = line.split(";")[0] ?? "";
  const seen = await w.call("", (visitor) => w.visit(visitor, ["en"]), { cookie });
  expect(seen).toMatchObject({ value: { ownership: { state: "owned", ownSecret: confirmed } } });
  const stranger = await w.call("", (visitor) => w.visit(visitor, ["en"]));
  expect(stranger).toMatchObject({ value: { ownership: { state: "owned", ownSecret: undefined } } });
  expect(JSON.stringify([seen, stranger])).not.toContain(email);

  const owner = `/owner/${confirmed}`;
  const act = (form: Record<string, string>, site?: string) =>
    w.call(owner, (visitor) => w.submitOwnerAct(visitor, "en"), { form, ...(site ? { site } : {}) });
  expect(await act({ act: "stolen" }, "cross-site")).toMatchObject({ status: 403 });
  expect(await act({ act: "sell" })).toMatchObject({ status: 400 });
  expect(await act({ act: "stolen" })).toEqual({ value: "stolen" });
  expect(await act({ act: "found" })).toEqual({ value: "found" });
  expect(await act({ act: "end" })).toMatchObject({ status: 400 });
  expect(await w.call(`${owner}/data`, w.seeOwnerData)).toMatchObject({ value: { email } });
  expect(await act({ act: "end", sure: "yes" })).toEqual({ value: "end" });
  expect(await w.call(owner, w.seeOwner)).toMatchObject({ status: 404, code: "ownership-link-not-open" });
  expect(w.forgetOwner(new Headers({ cookie }), confirmed)).toMatch(/=; .*Max-Age=0/);
});

test("the cookie keeps eight links at most, and no text that is no secret", async () => {
  const { rememberOwner, ownerSecrets } = await world();
  const secrets = Array.from({ length: 10 }, (_, n) => String(n).repeat(43));
  let headers = new Headers();
  for (const secret of secrets)
    headers = new Headers({ cookie: rememberOwner(headers, secret).split(";")[0] ?? "" });
  expect(ownerSecrets(headers)).toEqual(secrets.slice(2).toReversed());
  expect(
    ownerSecrets(new Headers({ cookie: headers.get("cookie")?.replaceAll("9", '"') ?? "" })),
  ).toHaveLength(7);
});

const ODD = [
  "",
  "\0",
  "💎".repeat(20),
  "\ud800",
  "x".repeat(20_000),
  "' or 1=1 --",
  "a@b",
  `${"a".repeat(300)}@people.test`,
  "%00",
];

test("bad fields and bad links of owners are refused as such, never as a fault of the service", async () => {
  const w = await world();
  type Work = Parameters<typeof w.call>[1];
  const activate: Work = (visitor) => w.submitActivation(visitor, "en");
  const link: Work = (visitor) => w.submitLinkRequest(visitor, "en");
  const act: Work = (visitor) => w.submitOwnerAct(visitor, "en");
  const confirm: Work = (visitor) => w.submitConfirmation(visitor);
  const statuses = new Set<unknown>();
  const note = async (outcome: Promise<object>) => statuses.add(Reflect.get(await outcome, "status") ?? 200);
  for (const odd of ODD) {
    await note(w.call("/activate", activate, { form: { code: odd, email: "a@people.test" } }));
    await note(w.call("/activate", activate, { form: { code: w.code, email: odd } }));
    await note(w.call("/link", link, { form: { email: odd } }));
    for (const form of [{ act: odd }, { act: "transfer", email: odd }, { act: "stolen" }, { act: "cancel" }])
      await note(w.call(`/owner/${encodeURIComponent(odd.toWellFormed())}`, act, { form }));
    const path = `/confirm/${encodeURIComponent(odd.toWellFormed())}`;
    await note(w.call(path, confirm, { form: {} }));
    await note(w.call(path, w.seeConfirmation));
    await note(w.call(path.replace("confirm", "owner"), w.seeOwner));
    await note(w.call("%00/activate", activate, { form: { code: w.code, email: "a@people.test" } }));
    await note(w.call("%00/link", link, { form: { email: "a@people.test" } }));
    await note(w.call("%00/owner/x", act, { form: { act: "stolen" } }));
    await note(w.call("%00/confirm/x", confirm, { form: {} }));
  }
  expect([...statuses].toSorted()).toEqual([200, 400, 404]);
});
