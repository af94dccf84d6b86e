"use client";

import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { AppPreview } from "../_editor/app-preview";
import { DescriptionEditor } from "../_editor/description-editor";
import { type Draft, descriptionOf, draftOf, NOTHING_SAID } from "../_editor/draft";
import { FormFoot } from "../_editor/form-foot";
import { useDraftFaults } from "../_editor/use-draft-faults";
import { useLeaveGuard } from "../_editor/use-leave-guard";
import { GroupSelect } from "../_parts/group-select";
import { itemHref } from "../_parts/hrefs";
import { ViewersOnly } from "../_parts/viewers-only";

interface Values extends Draft {
  identifier: string;
}

/** Registers an item, and puts it into a group where one is chosen. */
export function NewItem() {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  return (
    <>
      <PageHeader
        title={t("create.title")}
        description={t("create.lead")}
        back={
          <Link href="/items" prefetch={false}>
            {t("title")}
          </Link>
        }
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
  const placeFaults = usePlaceFaults();
  const draftFaults = useDraftFaults();
  const [failure, setFailure] = useState<string>();
  const [group, setGroup] = useQueryState("group", parseAsString);
  const form = useForm<Values>({ initialValues: { identifier: "", ...draftOf(NOTHING_SAID) } });
  useLeaveGuard(form.isDirty());
  const ofGroup = useQuery({ ...trpc.groups.get.queryOptions({ id: group ?? "" }), enabled: group !== null });
  const create = useMutation(trpc.items.create.mutationOptions());
  const join = useMutation(trpc.groups.addItem.mutationOptions());

  const submit = form.onSubmit(async (values) => {
    const faults = draftFaults(values);
    form.setErrors(faults);
    setFailure(undefined);
    if (Object.keys(faults).length > 0) return setFailure(Object.values(faults).join(" "));
    const { identifier } = values;
    try {
      await create.mutateAsync({ ...descriptionOf(values), identifier });
    } catch (error) {
      return setFailure(placeFaults(form, error));
    }
    // The item is there now, whatever becomes of the group.
    if (group) await join.mutateAsync({ id: group, identifier }).catch(toast.failed);
    toast.done(t("create.done", { identifier }));
    form.resetDirty();
    queryClient.invalidateQueries(trpc.pathFilter());
    router.push(itemHref(identifier));
  });

  return (
    <form onSubmit={submit} noValidate>
      <DescriptionEditor
        draft={form.values}
        errors={form.errors}
        change={(part) => form.setValues(part)}
        {...(group ? { titleHint: t("edit.titleInGroup") } : {})}
        first={
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
            />
            <GroupSelect
              label={t("group")}
              placeholder={t("noGroup")}
              description={t("create.groupHint")}
              value={group}
              onChange={setGroup}
            />
          </>
        }
        preview={(locale) => (
          <AppPreview item={descriptionOf(form.values)} group={ofGroup.data?.data ?? null} locale={locale} />
        )}
      />
      <FormFoot
        failure={failure}
        busy={create.isPending || join.isPending}
        action={t("create.action")}
        cancelHref="/items"
      />
    </form>
  );
}
