"use client";

import { IconBoxOff } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { EditDescription } from "../../../items/_editor/edit-description";
import { groupHref } from "../../../items/_parts/hrefs";
import { ViewersOnly } from "../../../items/_parts/viewers-only";
import { useGroupForm } from "../../_parts/group-form";
import type { FoundGroup } from "../../types";

/** Page that edits the description of a group. */
export function EditGroup({ id }: { id: string }) {
  const t = useTranslations("groups");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...useTRPC().groups.get.queryOptions({ id }),
    // A refetch must not replace unsaved input.
    refetchOnWindowFocus: false,
  });
  const back = { href: groupHref(id), label: t("edit.back") };
  return (
    <Detail
      query={query}
      title={t("edit.title")}
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
          <PageHeader title={t("edit.title")} description={group.title} back={back} />
          {canEdit ? <Form group={group} /> : <ViewersOnly />}
        </>
      )}
    </Detail>
  );
}

function Form({ group }: { group: FoundGroup }) {
  const t = useTranslations("groups");
  const trpc = useTRPC();
  const { id } = group;
  const update = useMutation(trpc.groups.update.mutationOptions());
  const members = useQuery(trpc.groups.members.queryOptions({ id, limit: 1 }));
  const first = members.data?.entries[0]?.identifier;
  const member = useQuery({
    ...trpc.items.get.queryOptions({ identifier: first ?? "" }),
    enabled: first !== undefined,
  });
  return (
    <EditDescription
      {...useGroupForm(member.data?.item)}
      name={`group ${id}`}
      found={group}
      action={t("edit.save")}
      saved={t("edit.done")}
      href={groupHref(id)}
      update={(changes, version) => update.mutateAsync({ id, changes, version })}
    />
  );
}
