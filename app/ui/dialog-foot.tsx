"use client";

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { FormFailure } from "./form-failure";

interface DialogFootProps {
  failure: ReactNode;
  busy: boolean;
  /** Label of the submit button. */
  action: string;
  onClose: () => void;
}

/** Error and buttons of a dialog's form. */
export function DialogFoot({ failure, busy, action, onClose }: DialogFootProps) {
  const t = useTranslations("common");
  return (
    <>
      <FormFailure>{failure}</FormFailure>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </Group>
    </>
  );
}
