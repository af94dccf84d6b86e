"use client";

import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useReturnedFocus } from "./returned-focus";

interface DetailDrawerProps {
  isOpen: boolean;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** Drawer with the details of one row of a list. */
export function DetailDrawer({ isOpen, title, onClose, children }: DetailDrawerProps) {
  const t = useTranslations("common");
  useReturnedFocus(isOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      position="right"
      size="min(46rem, 100%)"
      title={title}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {children}
    </Drawer>
  );
}
