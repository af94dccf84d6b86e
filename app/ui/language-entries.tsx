"use client";

import { Menu } from "@mantine/core";
import { useLocale } from "use-intl";
import { isLocale, LOCALE_COOKIE, LOCALES } from "../messages/locales";
import { setCookie } from "./cookie";
import type { MenuFrame } from "./lazy-menu";
import { useRouter } from "./link";
import { OpenMenu } from "./open-menu";
import { useMaybeSignedIn } from "./signed-in";
import { useTRPCClient } from "./trpc";

/** Each language in its own name. */
const NAME_OF = { en: "English", de: "Deutsch" };

/** Menu entries for the language. */
export function LanguageItems() {
  const router = useRouter();
  const signedIn = useMaybeSignedIn();
  const client = useTRPCClient();
  return (
    <Menu.RadioGroup
      value={useLocale()}
      onChange={(locale) => {
        if (!isLocale(locale)) return;
        setCookie(LOCALE_COOKIE, locale);
        // For mails and other devices. This device uses its cookie, so a failure is ignored.
        if (signedIn && !signedIn.person.isDemoVisitor)
          client.people.setLocale.mutate({ locale }).catch(() => {});
        router.refresh();
      }}
    >
      {LOCALES.map((locale) => (
        <Menu.RadioItem key={locale} value={locale} lang={locale} closeMenuOnClick>
          {NAME_OF[locale]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** Menu of languages. */
export default function LanguageMenu({ frame }: { frame: MenuFrame }) {
  return (
    <OpenMenu frame={frame} width="11rem">
      <LanguageItems />
    </OpenMenu>
  );
}
