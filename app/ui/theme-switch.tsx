"use client";

import { ActionIcon } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLazyMenu } from "./lazy-menu";

const load = () => import("./theme-entries");

/** Button with a menu of themes: light, dark or the device's. */
export function ThemeSwitch() {
  const t = useTranslations("common.theme");
  const { button, frame, Loaded } = useLazyMenu(load, useState(false));
  return (
    <>
      <ActionIcon size="lg" aria-label={t("label")} title={t("label")} {...button}>
        <IconSun size={19} stroke={1.7} aria-hidden className="only-light" />
        <IconMoon size={19} stroke={1.7} aria-hidden className="only-dark" />
      </ActionIcon>
      {Loaded && <Loaded frame={frame} />}
    </>
  );
}
