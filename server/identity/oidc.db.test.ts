import { afterAll, expect, test, vi } from "vitest";
import { identityProvider } from "@/server/testing/identity-provider";
import type { SignedIn } from "./from-session";

// Holds decision 0022.

const provider = await identityProvider("assay");
afterAll(provider.close);
vi.stubEnv("OIDC_ISSUER", provider.issuer);
vi.stubEnv("OIDC_CLIENT_ID", "assay");
vi.stubEnv("OIDC_CLIENT_SECRET", "a secret of the client");
const { Browser } = await import("@/server/testing/browser");
const { newProducer } = await import("@/server/testing/factories");
const { ctxOfMember, newMember, newPerson } = await import("@/server/testing/people");
const { inviteMember } = await import("@/server/domain/members/invite");
const { signedInPerson } = await import("./from-session");

type Claims = Parameters<typeof provider.authorize>[1];

/** Goes to the provider and comes back. Returns where the browser is sent then, and who is signed in. */
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

const vouched = (email: string, sub = `subject of ${email.toLowerCase()}`) => ({
  sub,
  email,
  email_verified: true,
  name: "Petra Provided",
});

test("somebody who is known signs in by the provider", async () => {
  const person = await newPerson();
  const { to, who } = await arrive(vouched(person.email.toUpperCase()));
  expect(to.href).toBe("https://assay.test/");
  expect(who?.person).toMatchObject({ id: person.id, name: person.name });
});

test("somebody who is invited becomes a person", async () => {
  const producer = await newProducer();
  const ctx = ctxOfMember(producer, await newMember(producer, "owner"));
  await inviteMember(ctx, { email: "petra@people.test", role: "viewer", locale: "en" });
  const { who } = await arrive(vouched("petra@people.test"));
  expect(who?.person).toMatchObject({ email: "petra@people.test", name: "Petra Provided", isAdmin: false });
  expect(who?.memberships).toEqual([]);
});

test("an e-mail that the provider gives to somebody else lets nobody in", async () => {
  const { id, email } = await newPerson();
  expect((await arrive(vouched(email, "leaver"))).who?.person.id).toBe(id);
  const { to, who } = await arrive(vouched(email, "successor"));
  expect(to.searchParams.get("error")).toBe("AccessDenied");
  expect(who).toBeUndefined();
});

test("nobody else gets in, nor an e-mail that the provider does not vouch for", async () => {
  const { email } = await newPerson();
  for (const claims of [
    vouched("stranger@people.test"),
    { ...vouched(email), email_verified: false },
    { sub: "one", email },
    { sub: "one" },
  ]) {
    const { to, who } = await arrive(claims);
    expect(to.searchParams.get("error")).toBe("AccessDenied");
    expect(who).toBeUndefined();
  }
});

test("what the provider did not sign for this sign-in is refused", async () => {
  const { email } = await newPerson();
  const claims = vouched(email);
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
