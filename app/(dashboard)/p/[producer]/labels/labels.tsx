"use client";

import { IconTagOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { parseAsArrayOf, parseAsString } from "nuqs";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { Waiting } from "@/app/ui/detail";
import { EmptyState } from "@/app/ui/empty-state";
import { failureOf } from "@/app/ui/failure";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { MAX_LABELS } from "@/server/domain/labels/schema";
import { useKeptItems } from "../items/_parts/kept-items";
import { ViewersOnly } from "../items/_parts/viewers-only";
import { useItemFilters } from "../items/filters";
import { LabelsForm } from "./_form/labels-form";
import { labelsQuery, layoutsQuery } from "./queries";
import type { Source } from "./types";

const OF = { items: parseAsArrayOf(parseAsString), selection: parseAsString, batch: parseAsId };

interface Range {
  from: number;
  count: number;
}

/**
 * The codes that the address names: items, a selection of this tab, a code batch, or a filter of items. Null for a selection
 * that is gone, undefined until it is read.
 */
function useSource(range: Range): Source | null | undefined {
  const [{ items, selection, batch }] = useAddressFilters(OF);
  const { asked } = useItemFilters();
  const kept = useKeptItems(selection);
  if (batch !== null) return { of: "batch", batchId: batch, ...range };
  if (selection !== null) return kept && { of: "items", items: kept };
  return items === null ? { of: "filter", filter: asked } : { of: "items", items };
}

/** Page that prints labels. */
export function Labels() {
  const t = useTranslations("labels");
  const tCodes = useTranslations("codes");
  const tItems = useTranslations("items");
  const canEdit = useCan("editor");
  const trpc = useTRPC();
  const [range, setRange] = useState<Range>({ from: 1, count: MAX_LABELS });
  const source = useSource(range);
  const labels = useQuery({ ...labelsQuery(trpc, source ?? undefined), placeholderData: (before) => before });
  const layouts = useQuery(layoutsQuery(trpc));
  const failed = [labels, layouts].find(({ isLoadingError }) => isLoadingError);
  const isLost = source === null;
  const isNothing = isLost || failureOf(labels.error).code === "no-labels";
  const back =
    source?.of === "batch"
      ? { href: `/code-batches/${source.batchId}`, label: tCodes("one") }
      : { href: "/items", label: tItems("title") };
  return (
    <>
      <PageHeader
        title={t("title")}
        description={labels.data ? t("lead", { count: labels.data.count }) : "\u00a0"}
        back={back}
      />
      {!canEdit ? (
        <ViewersOnly />
      ) : isNothing ? (
        <EmptyState icon={IconTagOff} title={t(isLost ? "lost.title" : "nothing.title")}>
          {t(isLost ? "lost.text" : "nothing.text")}
        </EmptyState>
      ) : failed ? (
        <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />
      ) : source && labels.data && layouts.data ? (
        <LabelsForm
          source={source}
          labels={labels.data}
          layouts={layouts.data.layouts}
          last={layouts.data.last}
          hasActivation={layouts.data.hasActivation}
          {...(source.of === "batch" ? { range, onRange: setRange } : {})}
        />
      ) : (
        <Waiting heights={["300px", "240px"]} />
      )}
    </>
  );
}
