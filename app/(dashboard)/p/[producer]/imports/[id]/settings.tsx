"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "../../items/_parts/section";
import classes from "../imports.module.css";
import type { OpenedImport } from "../types";
import { ColumnRow } from "./column-row";
import { PreviewTable } from "./preview-table";
import { useSteps } from "./use-steps";

const MODES = ["create", "update", "both"] as const;

/** What the columns mean and what rows may do, with a preview; each choice is stored at once. */
export function Settings({ of }: { of: OpenedImport }) {
  const t = useTranslations("imports");
  const trpc = useTRPC();
  const toast = useToast();
  const failureText = useFailureText();
  const canEdit = useCan("editor") && of.job?.state !== "running";
  const { check, isChecking, refresh, scope } = useSteps(of.id);
  // What was chosen last, until it is stored or refused.
  const [chosen, setChosen] = useState<Pick<OpenedImport, "mode" | "mapping">>();
  const settings = chosen ?? of;
  const preview = useQuery(trpc.imports.preview.queryOptions({ id: of.id }));
  const save = useMutation(
    trpc.imports.set.mutationOptions({
      // Choices that follow each other fast are stored in their order, before a check.
      scope,
      onSuccess: refresh,
      onError: async (error) => {
        toast.failed(error);
        await refresh();
      },
    }),
  );
  const choose = (choice: Partial<NonNullable<typeof chosen>>) => {
    const next = { mode: settings.mode, mapping: settings.mapping, ...choice };
    setChosen(next);
    save.mutate(
      { id: of.id, ...next },
      { onSettled: () => setChosen((latest) => (latest === next ? undefined : latest)) },
    );
  };
  const samples = preview.data?.[0]?.cells ?? [];
  return (
    <>
      <Section
        title={t("settings.title")}
        description={t("settings.text")}
        actions={
          canEdit && (
            <Button
              variant={of.checkedAt ? "default" : "filled"}
              loading={isChecking}
              disabled={preview.isError}
              onClick={check}
            >
              {t(of.checkedAt ? "check.again" : "check.button")}
            </Button>
          )
        }
      >
        <NativeSelect
          className={classes.mode ?? ""}
          label={t("settings.mode")}
          value={settings.mode}
          disabled={!canEdit}
          onChange={({ currentTarget: { value } }) =>
            choose({ mode: MODES.find((mode) => mode === value) ?? "both" })
          }
          data={MODES.map((value) => ({ value, label: t(`settings.modes.${value}`) }))}
        />
        <ul className={classes.columns}>
          <li className={`${classes.column} ${classes.columnNames}`} aria-hidden>
            <span>{t("settings.header")}</span>
            <span>{t("settings.sample")}</span>
            <span>{t("settings.field")}</span>
          </li>
          {of.headers.map((header, at) => (
            <ColumnRow
              key={header}
              kind={of.kind}
              header={header}
              sample={samples[at]?.text ?? ""}
              column={settings.mapping[at] ?? null}
              disabled={!canEdit}
              onChange={(column) =>
                choose({ mapping: settings.mapping.map((before, n) => (n === at ? column : before)) })
              }
            />
          ))}
        </ul>
      </Section>
      <Section
        title={t("preview.title")}
        description={
          preview.isError
            ? failureText(preview.error)
            : preview.data
              ? t("preview.text", { count: preview.data.length })
              : t("preview.loading")
        }
      >
        {preview.data && !preview.isError && (
          <PreviewTable rows={preview.data} headers={of.headers} mapping={settings.mapping} />
        )}
      </Section>
    </>
  );
}
