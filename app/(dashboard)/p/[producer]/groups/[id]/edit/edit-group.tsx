"use client";

import { Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Link, useRouter } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import { changesOf } from "../../../items/_editor/draft";
import { groupHref } from "../../../items/_parts/hrefs";
import { ViewersOnly } from "../../../items/_parts/viewers-only";
import { GroupForm } from "../../_parts/group-form";

type Found = inferRouterOutputs<AppRouter>["groups"]["get"];

/** Changes what a group says for all its items. */
export function EditGroup({ id }: { id: string }) {
  const t = useTranslations("groups");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...useTRPC().groups.get.queryOptions({ id }),
    // What is being typed must not be replaced by what is read again.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader
        title={t("edit.title")}
        description={query.data?.data.title}
        back={
          <Link href={groupHref(id)} prefetch={false}>
            {t("edit.back")}
          </Link>
        }
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
  // As it was when the form was opened: only what was changed since is written.
  const [{ id, data: before }] = useState(found);
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
      member={member.data?.item.data}
      action={t("edit.save")}
      cancelHref={groupHref(id)}
      save={async (description) => {
        const changes = changesOf(before, description);
        if (Object.keys(changes).length > 0) await update.mutateAsync({ id, changes });
      }}
      onSaved={() => {
        toast.done(t("edit.done"));
        queryClient.invalidateQueries(trpc.pathFilter());
        router.push(groupHref(id));
      }}
    />
  );
}
