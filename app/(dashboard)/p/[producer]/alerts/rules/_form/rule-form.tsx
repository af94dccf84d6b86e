"use client";

import { Button, Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { KINDS, type NewAlertRule } from "@/server/domain/alerts/schema";
import type { Present } from "@/server/trpc/unless-stale";
import type { ListedRule } from "../../types";
import { BackTest } from "./back-test";
import { ConditionFields } from "./condition-fields";
import { draftOf, ruleOf, trialOf } from "./draft";
import classes from "./form.module.css";
import { HoursSelect } from "./hours-select";
import { type Conflict, RuleConflict, type RuleFields } from "./rule-conflict";

const WINDOWS = [1, 6, 12, 24, 72, 168];
const COOL_DOWNS = [1, 6, 12, 24, 72, 168];

/** The edited state; undefined for a new rule. */
interface Opened {
  state: RuleFields | undefined;
  version: string;
}

interface RuleFormProps {
  /** The edited rule; absent for a new one. */
  rule?: ListedRule;
  canMail: boolean;
  /** Version of the edited rule. */
  version?: string;
  /** Save and leave the form; errors are shown. Returns the saved rule if it is newer than the version. */
  onSave: (rule: NewAlertRule, version: string) => Promise<Present<RuleFields> | undefined>;
}

/** Form of a rule, beside its back-test. */
export function RuleForm({ rule, version = "", canMail, onSave }: RuleFormProps) {
  const t = useTranslations("alerts");
  const tForm = useTranslations("alerts.form");
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const form = useForm({ initialValues: draftOf(rule) });
  const [opened, setOpened] = useState<Opened>({ state: rule, version });
  const [conflict, setConflict] = useState<Conflict>();
  const { kind, windowHours, coolDownHours } = form.values;

  const save = form.onSubmit(async (draft) => {
    setFailure(undefined);
    const read = ruleOf(draft);
    if ("faulty" in read) {
      form.setErrors(Object.fromEntries(read.faulty.map((field) => [field, tForm("choose")])));
      const [first] = read.faulty;
      document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
      return;
    }
    await send(read.rule, opened);
  });

  const send = async (mine: NewAlertRule, { state, version }: Opened) => {
    setSaving(true);
    try {
      const present = await onSave(mine, version);
      if (!present) return;
      setConflict({ base: state ?? mine, mine, present });
    } catch (error) {
      setFailure(failureText(error));
    }
    setSaving(false);
  };

  /** Continue from the saved state with the chosen values. */
  const resolve = async (merged: NewAlertRule, { state, version }: Conflict["present"]) => {
    const opened = { state, version };
    setConflict(undefined);
    setOpened(opened);
    form.setValues(draftOf(merged));
    await send(merged, opened);
  };

  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <div className={classes.fields}>
        {rule ? (
          <p className={classes.kind}>
            <strong>{t(`kind.${kind}`)}</strong> {t(`kindHint.${kind}`)}
          </p>
        ) : (
          <Radio.Group
            label={tForm("kind")}
            value={kind}
            onChange={(value) => form.setFieldValue("kind", KINDS.find((each) => each === value) ?? kind)}
          >
            <Stack gap="sm" mt="xs">
              {KINDS.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`kind.${each}`)}
                  description={t(`kindHint.${each}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <ConditionFields form={form} />
        <div className={classes.pair}>
          <HoursSelect
            label={tForm("window")}
            description={tForm("windowHint")}
            usual={WINDOWS}
            value={windowHours}
            onChange={(hours) => form.setFieldValue("windowHours", hours)}
          />
          <HoursSelect
            label={tForm("coolDown")}
            description={tForm("coolDownHint")}
            usual={COOL_DOWNS}
            value={coolDownHours}
            onChange={(hours) => form.setFieldValue("coolDownHours", hours)}
          />
        </div>
        <TextInput
          label={tForm("name")}
          description={tForm("nameHint")}
          required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        {canMail ? (
          <Checkbox label={tForm("mailsMe")} {...form.getInputProps("mailsMe", { type: "checkbox" })} />
        ) : (
          <p className={classes.hint}>{tForm("noMail")}</p>
        )}
      </div>
      {conflict && (
        <RuleConflict
          conflict={conflict}
          onClose={() => setConflict(undefined)}
          onChoose={(merged) => resolve(merged, conflict.present)}
        />
      )}
      <BackTest trial={trialOf(form.values)} />
      <div className={classes.foot}>
        <FormFailure>{failure}</FormFailure>
        <div>
          <Button type="submit" loading={isSaving}>
            {tForm("save")}
          </Button>
        </div>
      </div>
    </form>
  );
}
