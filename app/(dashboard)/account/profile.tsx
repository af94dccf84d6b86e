"use client";

import { Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isLocale, LOCALE_COOKIE, LOCALES } from "@/app/messages/locales";
import { cookieValue, setCookie } from "@/app/ui/cookie";
import { useRouter } from "@/app/ui/link";
import { NameForm } from "@/app/ui/name-form";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";
import { useSignedIn } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

/** Name and language of the signed-in person. */
export function Profile() {
  const t = useTranslations("settings.account");
  const { person } = useSignedIn();
  return (
    <Section title={t("profile")}>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>{t("email")}</dt>
          <dd>{person.email}</dd>
        </div>
      </dl>
      <OwnName name={person.name} />
      <LanguageChoice kept={person.locale} />
    </Section>
  );
}

function OwnName({ name }: { name: string }) {
  const t = useTranslations("settings.account");
  const update = useMutation(useTRPC().people.update.mutationOptions());
  return (
    <NameForm
      label={t("name")}
      description={t("nameHint")}
      autoComplete="name"
      name={name}
      save={async ({ name }) => ({ saved: await update.mutateAsync({ name }) })}
      saved={t("saved")}
    />
  );
}

const AS_BROWSER = "auto";

function LanguageChoice({ kept }: { kept: string | null }) {
  const t = useTranslations("settings.account");
  const tLanguage = useTranslations("settings.language");
  const router = useRouter();
  const toast = useToast();
  const [chosen, setChosen] = useState(kept);
  // The language chosen on this device overrides the account's.
  useEffect(() => {
    const here = cookieValue(LOCALE_COOKIE);
    if (isLocale(here)) setChosen(here);
  }, []);
  const keep = useMutation(
    useTRPC().people.setLocale.mutationOptions({
      onSuccess: (_, { locale }) => {
        setCookie(LOCALE_COOKIE, locale ?? "");
        setChosen(locale);
        toast.done(t("languageSaved"));
        router.refresh();
      },
      onError: toast.failed,
    }),
  );
  return (
    <Select
      label={t("language")}
      description={t("languageText")}
      allowDeselect={false}
      disabled={keep.isPending}
      value={chosen ?? AS_BROWSER}
      data={[
        { value: AS_BROWSER, label: t("asBrowser") },
        ...LOCALES.map((locale) => ({ value: locale, label: tLanguage(locale) })),
      ]}
      onChange={(value) => keep.mutate({ locale: isLocale(value) ? value : null })}
    />
  );
}
