"use client";

import { Skeleton } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCircleOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { usePlaceFaults } from "@/app/ui/form";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import { AppPreview } from "../../_editor/app-preview";
import { DescriptionEditor } from "../../_editor/description-editor";
import { changesOf, type Draft, descriptionOf, draftOf } from "../../_editor/draft";
import { FormFoot } from "../../_editor/form-foot";
import { faultsOfChanges, useDraftFaults } from "../../_editor/use-draft-faults";
import { useLeaveGuard } from "../../_editor/use-leave-guard";
import { itemHref } from "../../_parts/hrefs";
import { ViewersOnly } from "../../_parts/viewers-only";

type Found = inferRouterOutputs<AppRouter>["items"]["get"];

/** Changes what is said of an item. */
export function EditItem({ identifier }: { identifier: string }) {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...useTRPC().items.get.queryOptions({ identifier }),
    // What is being typed must not be replaced by what is read again.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader
        title={t("edit.title", { identifier })}
        back={
          <Link href={itemHref(identifier)} prefetch={false}>
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
      ) : query.data.item.data.invalidated ? (
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
  const placeFaults = usePlaceFaults();
  const draftFaults = useDraftFaults();
  const [failure, setFailure] = useState<string>();
  // As it was when the form was opened: only what was changed since is written.
  const [{ item, group }] = useState(found);
  const form = useForm<Draft>({ initialValues: draftOf(item.data) });
  useLeaveGuard(form.isDirty());
  const update = useMutation(trpc.items.update.mutationOptions());

  const submit = form.onSubmit(async (values) => {
    const faults = draftFaults(values);
    form.setErrors(faults);
    setFailure(undefined);
    if (Object.keys(faults).length > 0) return setFailure(Object.values(faults).join(" "));
    const changes = changesOf(item.data, descriptionOf(values));
    try {
      if (Object.keys(changes).length > 0) await update.mutateAsync({ identifier: item.id, changes });
    } catch (error) {
      return setFailure(placeFaults(form, faultsOfChanges(error)));
    }
    toast.done(t("edit.done"));
    form.resetDirty();
    queryClient.invalidateQueries(trpc.pathFilter());
    router.push(itemHref(item.id));
  });

  return (
    <form onSubmit={submit} noValidate>
      <DescriptionEditor
        draft={form.values}
        errors={form.errors}
        change={(part) => form.setValues(part)}
        {...(group?.data.title ? { titleHint: t("edit.titleInGroup") } : {})}
        preview={(locale) => (
          <AppPreview item={descriptionOf(form.values)} group={group?.data ?? null} locale={locale} />
        )}
      />
      <FormFoot
        failure={failure}
        busy={update.isPending}
        action={t("edit.save")}
        cancelHref={itemHref(item.id)}
      />
    </form>
  );
}
