"use client";

import { useTranslations } from "use-intl";
import { setCookie } from "@/app/ui/cookie";
import classes from "./code-language.module.css";
import { CODE_LANGUAGE_COOKIE, CODE_LANGUAGES, type CodeLanguage, NAME_OF } from "./languages";

/** Choice of the language of all code samples of the page. The page's styles follow it, also without scripts. */
export function CodeLanguageChoice({ chosen }: { chosen: CodeLanguage }) {
  const t = useTranslations("docs");
  return (
    <fieldset className={classes.choice}>
      <legend>{t("language")}</legend>
      {CODE_LANGUAGES.map((language) => (
        <label key={language} lang="en">
          <input
            type="radio"
            name="code-language"
            value={language}
            defaultChecked={language === chosen}
            onChange={() => setCookie(CODE_LANGUAGE_COOKIE, language)}
          />
          {NAME_OF[language]}
        </label>
      ))}
    </fieldset>
  );
}
