"use client";

import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslations } from "use-intl";

/** A field for a password, whose eye is named and can be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations("common.password");
  return <PasswordInput visibilityToggleButtonProps={{ "aria-label": t("show"), tabIndex: 0 }} {...props} />;
}
