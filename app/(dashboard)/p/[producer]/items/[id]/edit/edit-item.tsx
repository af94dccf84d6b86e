"use client";

import { Skeleton } from "@mantine/core";
import { IconCircleOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { useRouter } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import type { Outcome } from "@/server/trpc/unless-stale";
import { AppPreview } from "../../_editor/app-preview";
import { DescriptionForm } from "../../_editor/description-form";
import { changesOf, type Description } from "../../_editor/draft";
import { itemHref } from "../../_parts/hrefs";
import { ViewersOnly } from "../../_parts/viewers-only";

type Found = inferRouterOutputs<AppRouter>["items"]["get"];

/** Page that edits the description of an item. */
export function EditItem({ identifier }: { identifier: string }) {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...useTRPC().items.get.queryOptions({ identifier }),
    // A refetch must not replace unsaved input.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader
        title={t("edit.title", { identifier })}
        back={{ href: itemHref(identifier), label: t("edit.back") }}
      />
      {!canEdit ? (
        <ViewersOnly />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Skeleton height={420} radius="md" />
      ) : query.data.item.isInvalidated ? (
        <EmptyState icon={IconCircleOff} title={t("invalidated")}>
          {t("edit.isFinal")}
        </EmptyState>
      ) : (
        <Form found={query.data} />
      )}
    </>
  );
}

function Form({ found }: { found: Found }) {
  const t = useTranslations("items");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  // The state when the form opened: only fields changed since then are written.
  const [{ item, group, version }] = useState(found);
  const update = useMutation(trpc.items.update.mutationOptions());
  return (
    <DescriptionForm
      name={`item ${item.identifier}`}
      before={item}
      version={version}
      titleHint={group?.title ? t("edit.titleInGroup") : undefined}
      preview={(description, locale) => (
        <AppPreview item={description} group={group ?? null} locale={locale} />
      )}
      action={t("edit.save")}
      cancelHref={itemHref(item.identifier)}
      save={async (description, _, { before, version }): Promise<Outcome<unknown, Description>> => {
        const changes = changesOf(before, description);
        if (Object.keys(changes).length === 0) return { saved: undefined };
        return update.mutateAsync({ identifier: item.identifier, changes, version });
      }}
      onSaved={() => {
        toast.done(t("edit.done"));
        queryClient.invalidateQueries(trpc.pathFilter());
        router.push(itemHref(item.identifier));
      }}
    />
  );
}
