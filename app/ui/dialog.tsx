"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useReturnedFocus } from "./returned-focus";

interface DialogProps extends Omit<ModalProps, "returnFocus" | "closeButtonProps"> {
  /** Whether an action runs, during which the close button does nothing. */
  isBusy?: boolean;
}

/** A window over the page. */
export function Dialog({ isBusy = false, ...props }: DialogProps) {
  const t = useTranslations("common");
  useReturnedFocus(props.opened);
  return (
    <Modal {...props} returnFocus={false} closeButtonProps={{ "aria-label": t("close"), disabled: isBusy }} />
  );
}
