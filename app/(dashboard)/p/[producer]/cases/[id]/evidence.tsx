"use client";

import { Button, Progress } from "@mantine/core";
import { IconDownload, IconFileCertificate } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { useCan, useProducerQuery } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { caseQueries } from "../queries";
import type { EvidencePack } from "../types";
import classes from "./case-page.module.css";

const POLL_MS = 2_000;

const isBeingMade = ({ sealedAt, job }: EvidencePack) => sealedAt === null && job?.state === "running";

/** The evidence packs of a case: make one, see what it is worth, download it. */
export function Evidence({ id }: { id: string }) {
  const t = useTranslations("cases.evidence");
  const canEdit = useCan("editor");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const language = useLocale() === "de" ? "de" : "en";
  const { data, error, refetch } = useQuery({
    ...caseQueries(trpc, id).packs,
    refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? POLL_MS : false),
  });
  const made = data?.filter(({ sealedAt }) => sealedAt !== null).length;
  useEffect(() => {
    // A pack that was made meanwhile has its entry in the timeline.
    if (made) void client.invalidateQueries(trpc.cases.timeline.pathFilter());
  }, [made, client, trpc]);
  const make = useMutation(
    trpc.cases.makePack.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.pathFilter()),
      onError: toast.failed,
    }),
  );
  return (
    <section aria-label={t("title")}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t("title")}</h2>
        {canEdit && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconFileCertificate size={15} aria-hidden />}
            loading={make.isPending}
            onClick={() => make.mutate({ caseId: id, language })}
          >
            {t("make")}
          </Button>
        )}
      </div>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => refetch()} />
      ) : data?.length === 0 ? (
        <p className={classes.dim}>{t("none")}</p>
      ) : (
        <ul className={classes.packs}>
          {data?.map((pack) => (
            <Pack key={pack.id} pack={pack} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Pack({ pack }: { pack: EvidencePack }) {
  const t = useTranslations("cases.evidence");
  const { number, by, requestedAt, faults, isTimed, timestampFault, sealedAt } = pack;
  return (
    <li>
      <div>
        <strong>{t("number", { number })}</strong>{" "}
        <span className={classes.dim}>
          {by}, <Moment at={requestedAt} />
        </span>
        <State pack={pack} />
        {faults > 0 && <p>{t("faults", { count: faults })}</p>}
        {sealedAt && (isTimed || timestampFault) && (
          <p className={classes.dim}>
            {isTimed ? t("timed") : t("notTimed", { reason: timestampFault ?? "" })}
          </p>
        )}
      </div>
      {sealedAt && !pack.filesDeletedAt && <DownloadButton pack={pack} />}
    </li>
  );
}

function State({ pack }: { pack: EvidencePack }) {
  const t = useTranslations("cases.evidence");
  const format = useFormatter();
  const bytes = useBytes();
  const { sealedAt, filesDeletedAt, files, size, sha256, job } = pack;
  if (isBeingMade(pack)) {
    const value = job?.total ? (100 * job.done) / job.total : 0;
    return <Progress value={value} mt={6} aria-label={t("inProgress")} />;
  }
  if (!sealedAt) return <p>{t("failed")}</p>;
  return (
    <>
      <p className={classes.dim}>
        {t("files", { count: files, size: bytes(size) })}
        {filesDeletedAt &&
          ` ${t("deleted", { date: format.dateTime(filesDeletedAt, { dateStyle: "medium" }) })}`}
      </p>
      <p className={classes.sum}>SHA-256 {sha256}</p>
    </>
  );
}

function DownloadButton({ pack: { id, number } }: { pack: EvidencePack }) {
  const t = useTranslations("cases.evidence");
  const canEdit = useCan("editor");
  const producer = useProducerQuery();
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const prepare = useMutation(
    trpc.cases.preparePackDownload.mutationOptions({
      onSuccess: async () => {
        const link = document.createElement("a");
        link.href = `/api/dashboard/evidence?${new URLSearchParams({ pack: id, ...producer })}`;
        link.download = "";
        link.click();
        await client.invalidateQueries(trpc.cases.timeline.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  if (!canEdit) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      aria-label={t("downloadNumber", { number })}
      loading={prepare.isPending}
      onClick={() => prepare.mutate({ id })}
    >
      {t("download")}
    </Button>
  );
}
