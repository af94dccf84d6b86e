"use client";

import { Button, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { mergedOf } from "@/app/ui/conflict";
import { DayInput } from "@/app/ui/day-input";
import { usePlaceFaults } from "@/app/ui/form";
import { type Conflict, FormConflict } from "@/app/ui/form-conflict";
import { FormFailure } from "@/app/ui/form-failure";
import { useLeaveGuard } from "@/app/ui/leave-guard";
import { useTRPC } from "@/app/ui/trpc";
import { type CaseFields, MAX } from "@/server/domain/cases/schema";
import type { Present } from "@/server/trpc/unless-stale";
import classes from "./case-form.module.css";

const FIELDS = ["title", "summary", "ownerId", "dueOn", "tags"] as const;

const EMPTY: CaseFields = { title: "", summary: "", ownerId: null, dueOn: null, tags: [] };

interface CaseFormProps {
  /** The case to edit; a new one without it. */
  found?: CaseFields & { version: string };
  action: string;
  /** Saves the case and leaves the page; returns the present state where it was changed meanwhile. */
  onSave: (fields: CaseFields, version: string) => Promise<Present<CaseFields> | undefined>;
}

/** Form of a case. */
export function CaseForm({ found, action, onSave }: CaseFormProps) {
  const t = useTranslations("cases.form");
  const tCommon = useTranslations("common");
  const tNone = useTranslations("cases.conflict");
  const format = useFormatter();
  const placeFaults = usePlaceFaults();
  const owners = useQuery(useTRPC().cases.owners.queryOptions());
  const [base, setBase] = useState<{ fields: CaseFields; version: string }>({
    fields: found ?? EMPTY,
    version: found?.version ?? "",
  });
  const [conflict, setConflict] = useState<Conflict<CaseFields>>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { title, summary, ownerId, dueOn, tags } = base.fields;
  const form = useForm<CaseFields>({ initialValues: { title, summary, ownerId, dueOn, tags } });
  useLeaveGuard(form.isDirty() && !isSaving);
  const nameOf = (id: string | null) =>
    owners.data?.find(({ personId }) => personId === id)?.name ?? tNone("none");
  const save = async (fields: CaseFields, version: string) => {
    setFailure(undefined);
    setSaving(true);
    try {
      const present = await onSave(fields, version);
      if (present === undefined) return;
      setConflict({ base: base.fields, mine: fields, present });
    } catch (error) {
      setFailure(placeFaults(form, error));
    }
    setSaving(false);
  };
  const optional = (label: string) => `${label} (${tCommon("optional")})`;
  return (
    <form className={classes.form} onSubmit={form.onSubmit((fields) => save(fields, base.version))}>
      <TextInput
        label={t("title")}
        description={t("titleHint")}
        required
        maxLength={100}
        autoFocus={found === undefined}
        {...form.getInputProps("title")}
      />
      <Textarea
        label={optional(t("summary"))}
        description={t("summaryHint")}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={4000}
        {...form.getInputProps("summary")}
      />
      <div className={classes.pair}>
        <Select
          label={optional(t("owner"))}
          description={t("ownerHint")}
          clearable
          searchable
          data={(owners.data ?? []).map(({ personId, name }) => ({ value: personId, label: name }))}
          {...form.getInputProps("ownerId")}
        />
        <DayInput
          label={optional(t("due"))}
          description={t("dueHint")}
          {...form.getInputProps("dueOn")}
          value={form.values.dueOn ?? ""}
          onChange={(day) => form.setFieldValue("dueOn", day || null)}
        />
      </div>
      <TagsInput
        label={optional(t("tags"))}
        description={t("tagsHint")}
        maxTags={MAX.tags}
        {...form.getInputProps("tags")}
      />
      {conflict && (
        <FormConflict
          conflict={conflict}
          fields={FIELDS}
          labels={{
            title: t("title"),
            summary: t("summary"),
            ownerId: t("owner"),
            dueOn: t("due"),
            tags: t("tags"),
          }}
          say={({ title, summary, ownerId, dueOn, tags }) => ({
            title,
            summary: summary || tNone("none"),
            ownerId: nameOf(ownerId),
            dueOn: dueOn ?? tNone("none"),
            tags: tags.length > 0 ? format.list(tags) : tNone("none"),
          })}
          onClose={() => setConflict(undefined)}
          onChoose={(taken) => {
            const { state, version } = conflict.present;
            const merged = mergedOf(form.values, state, FIELDS, taken);
            setConflict(undefined);
            setBase({ fields: state, version });
            form.setValues(merged);
            void save(merged, version);
          }}
        />
      )}
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" loading={isSaving}>
        {action}
      </Button>
    </form>
  );
}
