"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { useLocale, useTranslations } from "use-intl";
import { isLocale, LOCALE_COOKIE, LOCALES } from "../messages/locales";
import { setCookie } from "./cookie";
import { useRouter } from "./link";
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

/** Button with a menu of languages. */
export function LanguageSwitch() {
  const t = useTranslations("common");
  return (
    <Menu width="11rem">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t("language")} title={t("language")}>
          <IconLanguage size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  );
}
