import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { factors } from "@/db/schema/factors";
import { identityProvider } from "@/server/testing/identity-provider";
import type { SignedIn } from "./from-session";

// Holds decision 0022.

const provider = await identityProvider("assay");
afterAll(provider.close);
vi.stubEnv("OIDC_ISSUER", provider.issuer);
vi.stubEnv("OIDC_CLIENT_ID", "assay");
vi.stubEnv("OIDC_CLIENT_SECRET", "a secret of the client");
vi.stubEnv("OIDC_TRUSTED_AMR", "mfa, hwk");
const { Browser } = await import("@/server/testing/browser");
const { newProducer, systemCtx } = await import("@/server/testing/factories");
const { ctxOfMember, newMember, newPerson } = await import("@/server/testing/people");
const { inviteMember } = await import("@/server/domain/members/invite");
const { signedInPerson } = await import("./from-session");

type Claims = Parameters<typeof provider.authorize>[1];

/** Signs in at the provider and returns. Resolves with the browser's destination and the signed-in person. */
async function arrive(
  claims: Claims,
  change: (query: URLSearchParams) => void = () => {},
): Promise<{ to: URL; who: SignedIn | undefined }> {
  const browser = new Browser();
  const form = new URLSearchParams({ csrfToken: await browser.csrfToken(), callbackUrl: "/", json: "true" });
  const { url }: { url: string } = await (await browser.call("signin/oidc", form.toString())).json();
  expect(url.startsWith(`${provider.issuer}/authorize?`)).toBe(true);
  expect(new URL(url).searchParams.get("redirect_uri")).toBe("https://assay.test/api/auth/callback/oidc");
  const query = provider.authorize(url, claims);
  change(query);
  const back = await browser.call(`callback/oidc?${query}`);
  const to = new URL(back.headers.get("location") ?? "", "https://assay.test");
  return { to, who: await signedInPerson(browser.headers()) };
}

const verified = (email: string, sub = `subject of ${email.toLowerCase()}`) => ({
  sub,
  email,
  email_verified: true,
  name: "Petra Provided",
});

test("a known person signs in through the provider", async () => {
  const person = await newPerson();
  const { to, who } = await arrive(verified(person.email.toUpperCase()));
  expect(to.href).toBe("https://assay.test/");
  expect(who?.person).toMatchObject({ id: person.id, name: person.name });
});

test("after the provider our own second factor is asked for, unless its amr is trusted", async () => {
  const { id, email } = await newPerson();
  const factor = { kind: "totp", name: "Phone", secret: Buffer.from("sealed"), counter: 0 } as const;
  await systemCtx()
    .db.insert(factors)
    .values({ id: randomUUID(), personId: id, createdAt: new Date(), ...factor });
  for (const amr of [undefined, ["pwd"], "mfa"]) {
    const { to, who } = await arrive({ ...verified(email), ...(amr ? { amr } : {}) });
    expect(to.href).toBe("https://assay.test/login?step=second-factor&next=%2F");
    expect(who).toBeUndefined();
  }
  const { who } = await arrive({ ...verified(email), amr: ["pwd", "mfa"] });
  expect(who).toMatchObject({ person: { id }, session: { hasSecondFactor: true } });
});

test("an invited person gets an account", async () => {
  const producer = await newProducer();
  const ctx = ctxOfMember(producer, await newMember(producer, "owner"));
  await inviteMember(ctx, { email: "petra@people.test", role: "viewer", locale: "en" });
  const { who } = await arrive(verified("petra@people.test"));
  expect(who?.person).toMatchObject({ email: "petra@people.test", name: "Petra Provided", isAdmin: false });
  expect(who?.memberships).toEqual([]);
});

test("an e-mail address that the provider reassigns does not let the new owner in", async () => {
  const { id, email } = await newPerson();
  expect((await arrive(verified(email, "leaver"))).who?.person.id).toBe(id);
  const { to, who } = await arrive(verified(email, "successor"));
  expect(to.searchParams.get("error")).toBe("AccessDenied");
  expect(who).toBeUndefined();
});

test("unknown persons and e-mail addresses that the provider has not verified are refused", async () => {
  const { email } = await newPerson();
  for (const claims of [
    verified("stranger@people.test"),
    { ...verified(email), email_verified: false },
    { sub: "one", email },
    { sub: "one" },
  ]) {
    const { to, who } = await arrive(claims);
    expect(to.searchParams.get("error")).toBe("AccessDenied");
    expect(who).toBeUndefined();
  }
});

test("a response that the provider did not sign for this sign-in is refused", async () => {
  const { email } = await newPerson();
  const claims = verified(email);
  for (const { to, who } of [
    await arrive({ ...claims, nonce: "another" }),
    await arrive({ ...claims, aud: "another" }),
    await arrive({ ...claims, iss: "https://another.test" }),
    await arrive(claims, (query) => query.set("state", "another")),
    await arrive(claims, (query) => query.set("code", "another")),
  ]) {
    expect(to.searchParams.get("error")).toBe("OAuthCallback");
    expect(who).toBeUndefined();
  }
});
