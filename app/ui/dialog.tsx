"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useReturnedFocus } from "./returned-focus";

interface DialogProps
  extends Omit<ModalProps, "returnFocus" | "closeButtonProps" | "closeOnClickOutside" | "closeOnEscape"> {
  /** Whether an action runs, during which the close button does nothing. */
  isBusy?: boolean;
  /** Whether it shows a secret or link for the only time: then only its buttons close it, no key and no click beside it. */
  isShownOnce?: boolean;
}

/** A window over the page. */
export function Dialog({ isBusy = false, isShownOnce = false, ...props }: DialogProps) {
  const t = useTranslations("common");
  useReturnedFocus(props.opened);
  return (
    <Modal
      {...props}
      closeOnClickOutside={!isShownOnce}
      closeOnEscape={!isShownOnce}
      returnFocus={false}
      closeButtonProps={{ "aria-label": t("close"), disabled: isBusy }}
    />
  );
}
