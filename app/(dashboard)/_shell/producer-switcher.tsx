"use client";

import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLazyMenu } from "@/app/ui/lazy-menu";
import { useSignedIn } from "@/app/ui/signed-in";
import classes from "./producer-switcher.module.css";

const load = () => import("./producer-entries");

/** Switches between the person's producers; a plain name if there is only one. */
export function ProducerSwitcher() {
  const t = useTranslations("shell.producer");
  const { memberships, chosen } = useSignedIn();
  const { button, frame, Loaded } = useLazyMenu(load, useState(false));
  if (!chosen) return null;

  const [only] = memberships;
  if (memberships.length === 1 && only)
    return (
      <span className={classes.only} title={only.producerName}>
        {only.producerName}
      </span>
    );
  return (
    <>
      <UnstyledButton
        className={classes.switcher}
        aria-label={t("switch", { name: chosen.producerName })}
        {...button}
      >
        <span className={classes.name}>{chosen.producerName}</span>
        <IconChevronDown size={15} aria-hidden />
      </UnstyledButton>
      {Loaded && <Loaded frame={frame} />}
    </>
  );
}
