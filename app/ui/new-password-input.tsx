"use client";

import type { PasswordInputProps } from "@mantine/core";
import { useTranslations } from "use-intl";
import { PasswordField } from "./password-field";

const MIN_CHARACTERS = 15;

/** A field for a new password: says what is asked of one before it is refused. */
export function NewPasswordInput(props: PasswordInputProps) {
  const t = useTranslations("common.password");
  return (
    <PasswordField
      required
      autoComplete="new-password"
      minLength={MIN_CHARACTERS}
      maxLength={200}
      description={t("rule", { count: MIN_CHARACTERS })}
      {...props}
    />
  );
}
