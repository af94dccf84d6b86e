"use client";

import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle, IconTableImport, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Detail, Waiting } from "@/app/ui/detail";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { JobProgress } from "../../jobs/job-progress";
import { useReasonText } from "../../jobs/texts";
import { ImportState, type Step, stepOf } from "../import-state";
import classes from "../imports.module.css";
import { importQuery } from "../queries";
import type { OpenedImport } from "../types";
import { Checked } from "./checked";
import { RefusedRows } from "./refused";
import { Result } from "./result";
import { Settings } from "./settings";

const POLL_INTERVAL_MS = 1_000;

/** Page of one import: its columns, its check, its result and its refused rows. */
export function Import({ id }: { id: string }) {
  const t = useTranslations("imports");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...importQuery(useTRPC(), id),
    refetchInterval: ({ state: { data } }) =>
      data && (data.state === "uploading" || data.job?.state === "running") ? POLL_INTERVAL_MS : false,
  });
  const back = { href: "/imports", label: t("title") };
  return (
    <Detail
      query={query}
      title={t("one")}
      back={back}
      missing={{ icon: IconTableImport, title: t("missing.title"), text: t("missing.text") }}
      waiting={<Waiting heights={["3rem", "12rem"]} />}
    >
      {(of) => (
        <>
          <PageHeader
            title={of.fileName || of.id}
            description={t(`of.${of.kind}`)}
            back={back}
            badges={<ImportState of={of} />}
            actions={canEdit && <Discard id={of.id} />}
          />
          <div className={classes.parts}>
            <Parts of={of} step={stepOf(of)} at={query.dataUpdatedAt} />
          </div>
        </>
      )}
    </Detail>
  );
}

/** The parts of the page at a step. */
function Parts({ of, step, at }: { of: OpenedImport; step: Step; at: number }) {
  const t = useTranslations("imports");
  const reasonText = useReasonText();
  if (step === "uploading") return <p>{t("uploadingText")}</p>;
  const hasBegun = of.created + of.changed + of.unchanged > 0 || of.job?.kind === "import";
  return (
    <>
      {of.job?.state === "running" && <JobProgress job={of.job} at={at} />}
      {of.job?.state === "failed" && (
        <Alert
          color="red"
          variant="outline"
          icon={<IconAlertTriangle aria-hidden />}
          title={reasonText(of.job)}
        />
      )}
      {hasBegun ? <Result of={of} /> : of.checkedAt && step === "checked" && <Checked of={of} />}
      {of.refused > 0 && of.job?.state !== "running" && <RefusedRows of={of} />}
      {!hasBegun && <Settings of={of} />}
    </>
  );
}

function Discard({ id }: { id: string }) {
  const t = useTranslations("imports.discard");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const discard = useMutation(trpc.imports.discard.mutationOptions());
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t("button")}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("ask")}
        action={t("button")}
        danger
        onConfirm={async () => {
          await discard.mutateAsync({ id });
          toast.done(t("done"));
          router.push("/imports");
          await client.invalidateQueries(trpc.imports.list.pathFilter());
        }}
      >
        {t("text")}
      </ConfirmDialog>
    </>
  );
}
