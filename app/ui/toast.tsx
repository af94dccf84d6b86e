"use client";

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useFailureText } from "./failure";

const UNDO_WITHIN_MS = 8_000;

/** Short words at the edge of the page: what was done, what has failed, and a way back. */
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

  /** Says what was done, with a button that takes it back; what is returned takes the offer away. */
  const undo = (message: string, takeBack: () => Promise<unknown>): (() => void) => {
    const id = notifications.show({
      autoClose: UNDO_WITHIN_MS,
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
