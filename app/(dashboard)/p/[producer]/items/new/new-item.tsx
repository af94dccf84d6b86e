"use client";

import { TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsString } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { AppPreview } from "../_editor/app-preview";
import { DescriptionForm } from "../_editor/description-form";
import { NOTHING_SAID } from "../_editor/draft";
import { GroupSelect } from "../_parts/group-select";
import { itemHref } from "../_parts/hrefs";
import { ViewersOnly } from "../_parts/viewers-only";

const FILTERS = { group: parseAsId, identifier: parseAsString };

/** Form that registers an item and optionally adds it to a group. */
export function NewItem() {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  return (
    <>
      <PageHeader
        title={t("create.title")}
        description={t("create.lead")}
        back={{ href: "/items", label: t("title") }}
      />
      {canEdit ? <Form /> : <ViewersOnly />}
    </>
  );
}

function Form() {
  const t = useTranslations("items");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [{ group, identifier }, setQuery] = useAddressFilters(FILTERS);
  const ofGroup = useQuery({ ...trpc.groups.get.queryOptions({ id: group ?? "" }), enabled: group !== null });
  const create = useMutation(trpc.items.create.mutationOptions());
  const join = useMutation(trpc.groups.addItem.mutationOptions());
  return (
    <DescriptionForm
      name={identifier === null ? "new item" : `new item ${identifier}`}
      before={NOTHING_SAID}
      identifier={identifier ?? ""}
      titleHint={group ? t("edit.titleInGroup") : undefined}
      first={(form) => (
        <>
          <TextInput
            label={t("identifier")}
            description={t("create.identifierHint")}
            withAsterisk
            required
            maxLength={400}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps("identifier")}
            onBlur={() => form.setFieldValue("identifier", form.values.identifier.trim())}
          />
          <GroupSelect
            label={t("group")}
            placeholder={t("noGroup")}
            description={t("create.groupHint")}
            value={group}
            onChange={(chosen) => setQuery({ group: chosen })}
          />
        </>
      )}
      preview={(description, locale) => (
        <AppPreview item={description} group={ofGroup.data ?? null} locale={locale} />
      )}
      action={t("create.action")}
      cancelHref="/items"
      save={async (description, identifier) => {
        await create.mutateAsync({ ...description, identifier });
        // The item exists at this point, even if joining the group fails.
        if (group) await join.mutateAsync({ id: group, identifier }).catch(toast.failed);
        return { saved: identifier };
      }}
      onSaved={(identifier) => {
        toast.done(t("create.done", { identifier }));
        queryClient.invalidateQueries(trpc.pathFilter());
        router.push(itemHref(identifier));
      }}
    />
  );
}
