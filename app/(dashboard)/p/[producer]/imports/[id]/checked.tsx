"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useCan } from "@/app/ui/signed-in";
import { Section } from "../../items/_parts/section";
import { countsIn } from "../../jobs/texts";
import type { OpenedImport } from "../types";
import { useSteps } from "./use-steps";

/** Outcome of the check, and the button that imports the rows. */
export function Checked({ of }: { of: OpenedImport }) {
  const t = useTranslations("imports");
  const canEdit = useCan("editor");
  const { run } = useSteps(of.id);
  const [isAsking, setAsking] = useState(false);
  const counts = countsIn(of.job?.result ?? {});
  const count = of.rows - of.refused + of.corrected;
  return (
    <Section
      title={t("check.title")}
      description={t("check.text", { ...counts, rows: of.rows })}
      actions={
        canEdit && count > 0 && <Button onClick={() => setAsking(true)}>{t("run.button", { count })}</Button>
      }
    >
      {of.refused > 0 && <p>{t("check.refusedText")}</p>}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("run.ask", { count })}
        action={t("run.confirm")}
        onConfirm={run}
      >
        {t("run.text", { ...counts, kind: of.kind, corrected: of.corrected })}
      </ConfirmDialog>
    </Section>
  );
}
