"use client";

import { Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { focusFirstFault, usePlaceFaults } from "@/app/ui/form";
import { useLeaveGuard } from "@/app/ui/leave-guard";
import { NumberField } from "@/app/ui/number-field";
import { useTRPC } from "@/app/ui/trpc";
import { DataField } from "../_editor/data-field";
import { draftOf, NOTHING_SAID, plainData } from "../_editor/draft";
import { FormFoot } from "../_editor/form-foot";
import type { JsonObject } from "../_editor/json";
import { GroupSelect } from "../_parts/group-select";
import { Section } from "../_parts/section";
import classes from "./generate.module.css";
import { PARTS, tryPattern } from "./pattern";
import { PatternField } from "./pattern-field";

const MAX_CODES = 1_000_000;
const START = { pattern: `${PARTS.number}-${PARTS.random}`, count: 100, groupId: "" };

interface Input {
  pattern: string;
  count: number;
  groupId: string | null;
  reserved: boolean;
  title: string | null;
  data: JsonObject;
}

/** Form of a generation: pattern, number, use, and the description of the items. */
export function GenerateForm({ save }: { save: (input: Input) => Promise<void> }) {
  const t = useTranslations("codes");
  const tItems = useTranslations("items");
  const trpc = useTRPC();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useForm({ initialValues: { ...draftOf(NOTHING_SAID), ...START, use: "items" } });
  const { values } = form;
  const { pattern, count, groupId, use } = values;
  useLeaveGuard(form.isDirty() && !busy);
  const group = useQuery({ ...trpc.groups.get.queryOptions({ id: groupId }), enabled: groupId !== "" });
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_CODES;
  const title = group.data?.title ?? "";
  const trial = useMemo(
    () => tryPattern(pattern, { count: isCount ? count : 1, group: title }),
    [pattern, count, isCount, title],
  );
  const fault = "code" in trial ? trial : undefined;
  const faultText =
    fault &&
    (fault.at === undefined
      ? t(`faults.${fault.code}`)
      : t("faults.at", { place: fault.at, fault: t(`faults.${fault.code}`) }));
  const isOfGroup = fault?.code === "group";

  const submit = form.onSubmit(async () => {
    const data = plainData(values);
    const faults = {
      ...(fault ? { [isOfGroup ? "groupId" : "pattern"]: faultText } : {}),
      ...(isCount ? {} : { count: t("create.countFault") }),
      ...(data ? {} : { data: tItems("editor.data.faults.noObject") }),
    };
    setFailure(undefined);
    form.setErrors(faults);
    if (Object.keys(faults).length > 0 || !data) return focusFirstFault(faults);
    setBusy(true);
    const reserved = use === "reserved";
    const described = reserved ? { title: null, data: {} } : { title: values.title.trim() || null, data };
    try {
      await save({ pattern, count, groupId: groupId || null, reserved, ...described });
    } catch (error) {
      setBusy(false);
      setFailure(placeFaults(form, error));
    }
  });

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <PatternField
        value={pattern}
        trial={trial}
        error={fault && !isOfGroup ? faultText : undefined}
        onChange={(pattern) => form.setFieldValue("pattern", pattern)}
      />
      <NumberField
        label={t("create.count")}
        min={1}
        max={MAX_CODES}
        whole
        className={classes.count ?? ""}
        data-path="count"
        error={form.errors.count}
        value={count}
        onChange={(value) => form.setFieldValue("count", Number(value))}
      />
      <GroupSelect
        label={tItems("group")}
        placeholder={tItems("noGroup")}
        description={t("create.groupHint")}
        value={groupId || null}
        error={form.errors.groupId ?? (isOfGroup ? faultText : undefined)}
        onChange={(id) => form.setFieldValue("groupId", id ?? "")}
      />
      <Radio.Group label={t("create.use")} value={use} onChange={(value) => form.setFieldValue("use", value)}>
        <Stack gap="sm" mt="xs">
          <Radio value="items" label={t("create.uses.items")} description={t("create.uses.itemsHint")} />
          <Radio
            value="reserved"
            label={t("create.uses.reserved")}
            description={t("create.uses.reservedHint")}
          />
        </Stack>
      </Radio.Group>
      {use === "items" && (
        <Section title={t("create.describe")} framed>
          <div className={classes.describe}>
            <TextInput label={t("create.itemTitle")} maxLength={1000} {...form.getInputProps("title")} />
            <p className={classes.label}>{t("create.data")}</p>
            <DataField draft={values} errors={form.errors} change={(part) => form.setValues(part)} />
          </div>
        </Section>
      )}
      <FormFoot failure={failure} busy={busy} action={t("create.action")} cancelHref="/items" />
    </form>
  );
}
