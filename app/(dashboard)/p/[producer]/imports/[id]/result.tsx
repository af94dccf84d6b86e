"use client";

import { Button } from "@mantine/core";
import { useFormatter, useTranslations } from "use-intl";
import { Facts } from "@/app/ui/facts";
import { Link } from "@/app/ui/link";
import { useCan } from "@/app/ui/signed-in";
import { Section } from "../../items/_parts/section";
import { waitingRows } from "../import-state";
import type { OpenedImport } from "../types";
import { useSteps } from "./use-steps";

const FIGURES = ["created", "changed", "unchanged", "refused"] as const;

/** What an import has done so far, and the button for rows that wait. */
export function Result({ of }: { of: OpenedImport }) {
  const t = useTranslations("imports");
  const format = useFormatter();
  const canEdit = useCan("editor");
  const { run, isRunning } = useSteps(of.id);
  const isIdle = of.job?.state !== "running";
  const left = waitingRows(of);
  return (
    <Section
      title={t("result.title")}
      {...(isIdle && of.unchanged === of.rows ? { description: t("result.nothing") } : {})}
      actions={
        <>
          <Button component={Link} href={`/${of.kind}`} variant="default">
            {t(of.kind === "items" ? "result.toItems" : "result.toGroups")}
          </Button>
          {canEdit && isIdle && left + of.corrected > 0 && (
            <Button loading={isRunning} onClick={() => void run()}>
              {left > 0 ? t("run.continue") : t("run.corrected", { count: of.corrected })}
            </Button>
          )}
        </>
      }
    >
      <Facts>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`result.${name}`)}</dt>
            <dd className="figures">{format.number(of[name])}</dd>
          </div>
        ))}
      </Facts>
    </Section>
  );
}
