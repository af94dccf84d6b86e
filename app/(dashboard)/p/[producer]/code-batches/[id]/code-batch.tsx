"use client";

import { Box, Button } from "@mantine/core";
import { IconBarcodeOff, IconFileDownload, IconPrinter } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { Facts } from "@/app/ui/facts";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { DEFAULT_SETTINGS } from "@/server/domain/labels/schema";
import { groupHref } from "../../items/_parts/hrefs";
import { Section } from "../../items/_parts/section";
import { Prints } from "../../labels/_prints/prints";
import { useDownload } from "../../labels/_prints/use-download";
import { codeBatchQuery } from "../queries";
import type { OpenedBatch } from "../types";
import { Codes } from "./codes";

const POLL_INTERVAL_MS = 3_000;
/** A batch that is not complete after this time has failed, was stopped, or left codes out. */
const GROWING_MS = 3_600_000;

const isGrowing = ({ generated, count, createdAt }: OpenedBatch) =>
  generated < count && Date.now() - createdAt.getTime() < GROWING_MS;

/** Page of a code batch: its codes, its prints, and what can be printed of it. */
export function CodeBatch({ id }: { id: string }) {
  const t = useTranslations("codes");
  const tLabels = useTranslations("labels");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...codeBatchQuery(useTRPC(), id),
    refetchInterval: ({ state: { data } }) => (data && isGrowing(data) ? POLL_INTERVAL_MS : false),
  });
  const back = { href: "/code-batches", label: t("title") };
  return (
    <Detail
      query={query}
      title={t("one")}
      back={back}
      missing={{ icon: IconBarcodeOff, title: t("missing.title"), text: t("missing.text") }}
      waiting={<Waiting heights={["74px", "440px", "160px"]} />}
    >
      {(batch) => (
        <>
          <PageHeader
            title={batch.pattern}
            description={t("one")}
            back={back}
            actions={canEdit && <Actions batch={batch} />}
          />
          <Box mb="1.5rem">
            <BatchFacts batch={batch} />
          </Box>
          <Section title={tLabels("prints.title")}>
            <Prints filter={{ batch: id }} />
          </Section>
          <Section title={t("codes.title")}>
            <Codes id={id} isGrowing={isGrowing(batch)} />
          </Section>
        </>
      )}
    </Detail>
  );
}

function Actions({ batch: { id, generated } }: { batch: OpenedBatch }) {
  const t = useTranslations("codes.actions");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const download = useDownload();
  const print = useMutation(
    trpc.labels.print.mutationOptions({
      onError: toast.failed,
      onSuccess: (made) => {
        download(made.id);
        toast.done(t("listDone"));
        return queryClient.invalidateQueries(trpc.labels.pathFilter());
      },
    }),
  );
  const source = { of: "batch", batchId: id, from: 1, count: Math.max(1, generated) } as const;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        loading={print.isPending}
        onClick={() => print.mutate({ source, settings: DEFAULT_SETTINGS, format: "csv" })}
      >
        {t("list")}
      </Button>
      <Button
        component={Link}
        href={`/labels?batch=${id}`}
        leftSection={<IconPrinter size={16} aria-hidden />}
      >
        {t("print")}
      </Button>
    </>
  );
}

function BatchFacts({ batch }: { batch: OpenedBatch }) {
  const t = useTranslations("codes");
  const { generated, count, isReserved, firstNumber, group, actorName, createdAt } = batch;
  return (
    <Facts>
      <div>
        <dt>{t("columns.count")}</dt>
        <dd className="figures">{t("progress", { generated, count })}</dd>
      </div>
      <div>
        <dt>{t("columns.use")}</dt>
        <dd>{t(isReserved ? "create.uses.reserved" : "create.uses.items")}</dd>
      </div>
      {firstNumber !== null && (
        <div>
          <dt>{t("facts.numbers")}</dt>
          <dd className="figures">
            {t("facts.numbersOf", { first: String(firstNumber), last: String(firstNumber + count - 1) })}
          </dd>
        </div>
      )}
      {group && (
        <div>
          <dt>{t("facts.group")}</dt>
          <dd>
            <Link href={groupHref(group.id)}>{group.title ?? group.id}</Link>
          </dd>
        </div>
      )}
      <div>
        <dt>{t("columns.by")}</dt>
        <dd>{actorName}</dd>
      </div>
      <div>
        <dt>{t("columns.at")}</dt>
        <dd>
          <Moment at={createdAt} exact />
        </dd>
      </div>
    </Facts>
  );
}
