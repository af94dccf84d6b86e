"use client";

/** Sign-in and sign-out through the routes of next-auth. */

async function post(path: string, fields: Record<string, string>): Promise<{ status: number; url: URL }> {
  const csrf = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken }: { csrfToken: string } = await csrf.json();
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  const { url }: { url?: string } = await response.json();
  return { status: response.status, url: new URL(url ?? "/", window.location.origin) };
}

/** The page of the second step of a sign-in. */
export const SECOND_STEP = "second-factor";

/** Whether the service asks for a second factor: next-auth then answers with the page of that step. */
const isSecondStep = (url: URL) => url.searchParams.get("step") === SECOND_STEP;

async function step(fields: Record<string, string>): Promise<string | undefined> {
  const { status, url } = await post("callback/credentials", { ...fields, callbackUrl: "/overview" });
  if (isSecondStep(url)) return SECOND_STEP;
  const error = url.searchParams.get("error");
  return error ?? (status < 400 ? undefined : "unknown");
}

/** Sign in; returns undefined on success, `SECOND_STEP` if a second factor is needed, else next-auth's error code. */
export const signIn = (email: string, password: string) => step({ email, password });

/** Prove the second factor by a code; returns as `signIn`. */
export const signInByCode = (code: string) => step({ code });

/** Sign in by a passkey, alone or after the password; returns as `signIn`. */
export const signInByPasskey = (which: "passkey" | "secondFactor", passkey: object) =>
  step({ step: which, passkey: JSON.stringify(passkey) });

/** Open the organisation's identity provider, which returns to `next`. */
export async function signInElsewhere(next: string): Promise<void> {
  const { url } = await post("signin/oidc", { callbackUrl: next });
  window.location.assign(url);
}

/** End this session. A full page load clears the previous pages from memory. */
export async function signOut(next = "/login"): Promise<void> {
  const { status } = await post("signout", { callbackUrl: "/login" });
  if (status >= 400) throw new Error("The session was not ended.");
  // Unsaved drafts must not be visible to the next person.
  window.sessionStorage.clear();
  window.location.assign(next);
}
