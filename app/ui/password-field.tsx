"use client";

import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslations } from "use-intl";

/** A field for a password. What shows it says so in words, and keyboards reach it. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations("common.password");
  return <PasswordInput visibilityToggleButtonProps={{ "aria-label": t("show"), tabIndex: 0 }} {...props} />;
}
