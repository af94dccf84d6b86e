"use client";

import { IconCircleOff, IconPackageOff } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { EmptyState } from "@/app/ui/empty-state";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { AppPreview } from "../../_editor/app-preview";
import { EditDescription } from "../../_editor/edit-description";
import { itemHref } from "../../_parts/hrefs";
import { ViewersOnly } from "../../_parts/viewers-only";
import type { FoundItem } from "../../types";

/** Page that edits the description of an item. */
export function EditItem({ identifier }: { identifier: string }) {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...useTRPC().items.get.queryOptions({ identifier }),
    // A refetch must not replace unsaved input.
    refetchOnWindowFocus: false,
  });
  const title = t("edit.title", { identifier });
  const back = { href: itemHref(identifier), label: t("edit.back") };
  return (
    <Detail
      query={query}
      title={title}
      back={back}
      missing={{
        icon: IconPackageOff,
        title: t("missing.title"),
        text: t("missing.text"),
        as: { kind: "item", id: identifier },
      }}
      waiting={<Waiting heights={["420px"]} />}
    >
      {(found) => (
        <>
          <PageHeader title={title} back={back} />
          {!canEdit ? (
            <ViewersOnly />
          ) : found.item.isInvalidated ? (
            <EmptyState icon={IconCircleOff} title={t("invalidated")}>
              {t("edit.isFinal")}
            </EmptyState>
          ) : (
            <Form found={found} />
          )}
        </>
      )}
    </Detail>
  );
}

function Form({ found: { item, group, version } }: { found: FoundItem }) {
  const t = useTranslations("items");
  const { identifier } = item;
  const update = useMutation(useTRPC().items.update.mutationOptions());
  return (
    <EditDescription
      name={`item ${identifier}`}
      found={{ ...item, version }}
      titleHint={group?.title ? t("edit.titleInGroup") : undefined}
      preview={(description, locale) => <AppPreview item={description} group={group} locale={locale} />}
      action={t("edit.save")}
      saved={t("edit.done")}
      href={itemHref(identifier)}
      update={(changes, version) => update.mutateAsync({ identifier, changes, version })}
    />
  );
}
