"use client";

import { Button, Group } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useFailureText } from "./failure";
import { Link, useHref } from "./link";
import { hideNotice, showNotice } from "./notices";

const UNDO_TIMEOUT_MS = 10_000;

interface ToastLink {
  href: string;
  label: string;
}

/** Short notifications: confirmation, failure and undo. */
export function useToast() {
  const t = useTranslations("common");
  const failureText = useFailureText();
  // Notifications are shown outside the pages of a producer.
  const hrefOf = useHref();
  const closeButtonProps = { "aria-label": t("close") };

  const done = (message: string) =>
    showNotice({ message, icon: <IconCheck size={16} aria-hidden />, closeButtonProps });

  const failed = (error: unknown) =>
    showNotice({
      message: failureText(error),
      color: "red.9",
      icon: <IconAlertTriangle size={16} aria-hidden />,
      autoClose: 10_000,
      role: "alert",
      closeButtonProps,
    });

  /** Confirm an action and offer to undo it; the returned function withdraws the offer. */
  const undo = (message: string, takeBack: () => Promise<unknown>): (() => void) => {
    const id = showNotice({
      autoClose: UNDO_TIMEOUT_MS,
      closeButtonProps,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <span>{message}</span>
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            onClick={() => {
              hideNotice(id);
              takeBack().catch(failed);
            }}
          >
            {t("undo")}
          </Button>
        </Group>
      ),
    });
    return () => hideNotice(id);
  };

  /** Tell about something that goes on, or has more to show, elsewhere; the returned function hides it. */
  const linked = (message: string, { href, label }: ToastLink, goesOn = false): (() => void) => {
    const id = showNotice({
      autoClose: goesOn ? false : UNDO_TIMEOUT_MS,
      loading: goesOn,
      closeButtonProps,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <span>{message}</span>
          <Link href={hrefOf(href)} onClick={() => hideNotice(id)}>
            {label}
          </Link>
        </Group>
      ),
    });
    return () => hideNotice(id);
  };

  return { done, failed, undo, linked };
}
