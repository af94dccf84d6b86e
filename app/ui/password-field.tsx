"use client";

import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslations } from "use-intl";

/** Password field. Its visibility toggle has a label and is reachable by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations("common.password");
  return <PasswordInput visibilityToggleButtonProps={{ "aria-label": t("show"), tabIndex: 0 }} {...props} />;
}
