"use client";

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useFailureText } from "./failure";

const UNDO_TIMEOUT_MS = 8_000;

/** Short notifications: confirmation, failure and undo. */
export function useToast() {
  const t = useTranslations("common");
  const failureText = useFailureText();
  const closeButtonProps = { "aria-label": t("close") };

  const done = (message: string) =>
    notifications.show({ message, icon: <IconCheck size={16} aria-hidden />, closeButtonProps });

  const failed = (error: unknown) =>
    notifications.show({
      message: failureText(error),
      color: "red.9",
      icon: <IconAlertTriangle size={16} aria-hidden />,
      autoClose: 10_000,
      role: "alert",
      closeButtonProps,
    });

  /** Confirm an action and offer to undo it; the returned function withdraws the offer. */
  const undo = (message: string, takeBack: () => Promise<unknown>): (() => void) => {
    const id = notifications.show({
      autoClose: UNDO_TIMEOUT_MS,
      closeButtonProps,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <span>{message}</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              takeBack().catch(failed);
            }}
          >
            {t("undo")}
          </Button>
        </Group>
      ),
    });
    return () => notifications.hide(id);
  };

  return { done, failed, undo };
}
