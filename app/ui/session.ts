"use client";

/** Signing in and out, as next-auth's routes take it. */

async function post(path: string, fields: Record<string, string>): Promise<{ status: number; url: URL }> {
  const asked = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken }: { csrfToken: string } = await asked.json();
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  const { url }: { url?: string } = await response.json();
  return { status: response.status, url: new URL(url ?? "/", window.location.origin) };
}

/** Tries to sign in. Nothing where it succeeded; else next-auth's word for why not. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const { status, url } = await post("callback/credentials", { email, password, callbackUrl: "/overview" });
  const error = url.searchParams.get("error");
  return error ?? (status < 400 ? undefined : "unknown");
}

/** Goes to the organisation's own sign-in, which leads back to `next`. */
export async function signInElsewhere(next: string): Promise<void> {
  const { url } = await post("signin/oidc", { callbackUrl: next });
  window.location.assign(url);
}

/** Ends this session. A page that is left must not stay in memory: everything is loaded anew. */
export async function signOut(next = "/login"): Promise<void> {
  const { status } = await post("signout", { callbackUrl: "/login" });
  if (status >= 400) throw new Error("The session was not ended.");
  // What was typed and not saved is nobody else's.
  window.sessionStorage.clear();
  window.location.assign(next);
}
