"use client";

import { Alert } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./suspended-alert.module.css";

/** Notice of a suspended producer: its effect or its reason. */
export function SuspendedAlert({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      variant="outline"
      color="red"
      mb="lg"
      classNames={{ label: classes.alarm ?? "", icon: classes.alarm ?? "" }}
      icon={<IconLock aria-hidden />}
      title={title}
    >
      {children}
    </Alert>
  );
}
