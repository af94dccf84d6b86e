"use client";

import { useTranslations } from "use-intl";
import { ConfirmDialog } from "./confirm-dialog";
import { type AtStake, leave, stay } from "./leave-guard";

/** Asks whether to leave a page with unsaved input or a secret. */
export default function LeaveDialog({ atStake }: { atStake: AtStake }) {
  const t = useTranslations("common.leave");
  return (
    <ConfirmDialog
      opened
      onClose={stay}
      title={t(`${atStake}.title`)}
      action={t(`${atStake}.action`)}
      danger
      onConfirm={async () => leave()}
    >
      {t(`${atStake}.text`)}
    </ConfirmDialog>
  );
}
