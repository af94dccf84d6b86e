"use client";

import type { PasswordInputProps } from "@mantine/core";
import { useTranslations } from "use-intl";
import { PasswordField } from "./password-field";

const MIN_CHARACTERS = 15;

/** Field for a new password; states its requirements up front. */
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
