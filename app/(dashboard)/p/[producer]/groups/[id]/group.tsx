"use client";

import { Button } from "@mantine/core";
import { IconBoxOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Detail, Waiting } from "@/app/ui/detail";
import { IdCopy } from "@/app/ui/id-copy";
import { Link, useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { TargetHooks } from "../../items/_parts/target-hooks";
import type { FoundGroup } from "../types";
import { Effect } from "./effect";
import { GroupFigures } from "./group-figures";
import { Members } from "./members";
import { groupQueries } from "./queries";
import { Shared } from "./shared";

/** Page of one group: its items, its description and its effect on an item. */
export function Group({ id }: { id: string }) {
  const t = useTranslations("groups");
  const back = { href: "/groups", label: t("title") };
  return (
    <Detail
      query={useQuery(groupQueries(useTRPC(), id).group)}
      title={t("one")}
      back={back}
      missing={{
        icon: IconBoxOff,
        title: t("missing.title"),
        text: t("missing.text"),
        as: { kind: "group", id },
      }}
      waiting={<Waiting heights={["420px"]} />}
    >
      {(group) => (
        <>
          <PageHeader
            title={group.title ?? t("untitled")}
            description={<IdCopy id={group.id} what={t("itsId")} />}
            back={back}
            actions={<Actions group={group} />}
          />
          <GroupFigures group={group} />
          <Members group={group} />
          <Shared group={group} />
          <Effect group={group} />
          <TargetHooks
            target={{ group: group.id }}
            createHref={`/webhooks/new?group=${encodeURIComponent(group.id)}`}
          />
        </>
      )}
    </Detail>
  );
}

function Actions({ group: { id, title } }: { group: FoundGroup }) {
  const t = useTranslations("groups");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  const canEdit = useCan("editor");
  const [isDeleting, setDeleting] = useState(false);
  const remove = useMutation(trpc.groups.delete.mutationOptions());
  if (!canEdit) return null;
  return (
    <>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setDeleting(true)}
      >
        {t("delete.button")}
      </Button>
      <Button component={Link} href={`/groups/${id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
        {t("edit.button")}
      </Button>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title={t("delete.ask", { title: title ?? id })}
        action={t("delete.action")}
        word={t("delete.word")}
        danger
        onConfirm={async () => {
          const job = await remove.mutateAsync({ id });
          const isDone = job.state === "done";
          toast.done(t(isDone ? "delete.done" : "delete.started"));
          router.push(isDone ? "/groups" : `/jobs/${job.id}`);
          queryClient.invalidateQueries({
            ...trpc.pathFilter(),
            predicate: ({ queryKey }) => !JSON.stringify(queryKey).includes(id),
          });
        }}
      >
        {t("delete.consequences")}
      </ConfirmDialog>
    </>
  );
}
