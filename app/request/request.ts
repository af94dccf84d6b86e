import { cookies, headers } from "next/headers";
import { cache } from "react";
import { chooseLocale } from "@/app/messages/load";
import { type AppLocale, LOCALE_COOKIE, TIME_ZONE_COOKIE } from "@/app/messages/locales";
import { inTime } from "@/server/http/in-time";
import { type SignedIn, signedInPerson } from "@/server/identity/from-session";
import { cookieNames } from "@/server/platform/cookie-name";

/** The signed-in person; read once for each request, however many components ask. */
export const currentSignedIn = cache(
  async (): Promise<SignedIn | undefined> => inTime(signedInPerson(await headers())),
);

/** A choice stored in this browser's cookie. */
export async function keptChoice(name: string): Promise<string | undefined> {
  const jar = await cookies();
  return cookieNames(name)
    .map((kept) => jar.get(kept)?.value)
    .find((value) => value !== undefined);
}

/** Language of the rendered page. */
export const currentLocale = cache(async (): Promise<AppLocale> => {
  const chosen = await keptChoice(LOCALE_COOKIE);
  const ofPerson = chosen === undefined ? (await currentSignedIn())?.person.locale : undefined;
  return chooseLocale(chosen, ofPerson, (await headers()).get("accept-language"));
});

const NO_TIME_ZONE = "UTC";

/** Time zone that the browser last reported, so that server-rendered times match the browser's. */
export async function currentTimeZone(): Promise<string> {
  const reported = await keptChoice(TIME_ZONE_COOKIE);
  if (!reported) return NO_TIME_ZONE;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: decodeURIComponent(reported) }).resolvedOptions()
      .timeZone;
  } catch {
    return NO_TIME_ZONE;
  }
}

/** Nonce of the page's content security policy; undefined on hosts without a policy. */
export async function currentNonce(): Promise<string | undefined> {
  return /'nonce-([\w+/=-]+)'/.exec((await headers()).get("content-security-policy") ?? "")?.[1];
}

/** Path and query of the requested page; undefined if another host than our front serves it. */
export const currentPath = async (): Promise<string | undefined> =>
  (await headers()).get("x-assay-path") ?? undefined;
