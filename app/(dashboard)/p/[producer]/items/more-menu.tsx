"use client";

import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLazyMenu } from "@/app/ui/lazy-menu";

const load = () => import("./more-entries");

/** Further actions on the listed items: codes and labels. */
export function MoreMenu() {
  const t = useTranslations("items.more");
  const { button, frame, Loaded } = useLazyMenu(load, useState(false));
  return (
    <>
      <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />} {...button}>
        {t("open")}
      </Button>
      {Loaded && <Loaded frame={frame} />}
    </>
  );
}
