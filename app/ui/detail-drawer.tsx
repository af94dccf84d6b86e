"use client";

import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

interface DetailDrawerProps {
  isOpen: boolean;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** Drawer with the details of one row of a list. */
export function DetailDrawer({ isOpen, title, onClose, children }: DetailDrawerProps) {
  const t = useTranslations("common");
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="min(46rem, 100%)"
      title={title}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {children}
    </Drawer>
  );
}
