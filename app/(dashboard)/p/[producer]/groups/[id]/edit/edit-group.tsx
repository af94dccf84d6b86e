"use client";

import { Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import type { Outcome } from "@/server/trpc/unless-stale";
import { changesOf, type Description } from "../../../items/_editor/draft";
import { groupHref } from "../../../items/_parts/hrefs";
import { ViewersOnly } from "../../../items/_parts/viewers-only";
import { GroupForm } from "../../_parts/group-form";

type Found = inferRouterOutputs<AppRouter>["groups"]["get"];

/** Page that edits the description of a group. */
export function EditGroup({ id }: { id: string }) {
  const t = useTranslations("groups");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...useTRPC().groups.get.queryOptions({ id }),
    // A refetch must not replace unsaved input.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader
        title={t("edit.title")}
        description={query.data?.title}
        back={{ href: groupHref(id), label: t("edit.back") }}
      />
      {!canEdit ? (
        <ViewersOnly />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => query.refetch()} />
      ) : query.isPending ? (
        <Skeleton height={420} radius="md" />
      ) : (
        <Form found={query.data} />
      )}
    </>
  );
}

function Form({ found }: { found: Found }) {
  const t = useTranslations("groups");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  // The state when the form opened: only fields changed since then are written.
  const [{ id, version, ...before }] = useState(found);
  const update = useMutation(trpc.groups.update.mutationOptions());
  const members = useQuery(trpc.groups.members.queryOptions({ id, limit: 1 }));
  const first = members.data?.entries[0]?.identifier;
  const member = useQuery({
    ...trpc.items.get.queryOptions({ identifier: first ?? "" }),
    enabled: first !== undefined,
  });
  return (
    <GroupForm
      name={`group ${id}`}
      before={before}
      version={version}
      member={member.data?.item}
      action={t("edit.save")}
      cancelHref={groupHref(id)}
      save={async (description, _, { before, version }): Promise<Outcome<unknown, Description>> => {
        const changes = changesOf(before, description);
        if (Object.keys(changes).length === 0) return { saved: undefined };
        return update.mutateAsync({ id, changes, version });
      }}
      onSaved={() => {
        toast.done(t("edit.done"));
        queryClient.invalidateQueries(trpc.pathFilter());
        router.push(groupHref(id));
      }}
    />
  );
}
