"use client";

import { ActionIcon } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLazyMenu } from "./lazy-menu";

const load = () => import("./language-entries");

/** Button with a menu of languages. */
export function LanguageSwitch() {
  const t = useTranslations("common");
  const { button, frame, Loaded } = useLazyMenu(load, useState(false));
  return (
    <>
      <ActionIcon size="lg" aria-label={t("language")} title={t("language")} {...button}>
        <IconLanguage size={19} stroke={1.7} aria-hidden />
      </ActionIcon>
      {Loaded && <Loaded frame={frame} />}
    </>
  );
}
