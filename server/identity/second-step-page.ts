import { publicBaseUrl } from "@/server/platform/env";
import { CALLBACK_COOKIE, ownPage } from "./callback-url";
import { cookieOf } from "./cookies";

/** The page of a sign-in's second step, which leads on to the page that was wanted. */
export function secondStepPage(headers: Headers): string {
  const kept = cookieOf(headers, CALLBACK_COOKIE);
  const wanted = new URL(ownPage(kept === undefined ? undefined : decoded(kept)));
  const next = `${wanted.pathname}${wanted.search}`;
  return `${publicBaseUrl}/login?${new URLSearchParams({ step: "second-factor", next })}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
