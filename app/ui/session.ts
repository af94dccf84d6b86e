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

/** Sign in; returns undefined on success, else next-auth's error code. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const { status, url } = await post("callback/credentials", { email, password, callbackUrl: "/overview" });
  const error = url.searchParams.get("error");
  return error ?? (status < 400 ? undefined : "unknown");
}

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
