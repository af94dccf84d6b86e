"use client";

import { Button, Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { KINDS, type NewAlertRule } from "@/server/domain/alerts/schema";
import type { ListedRule } from "../../types";
import { BackTest } from "./back-test";
import { ConditionFields } from "./condition-fields";
import { draftOf, ruleOf, trialOf } from "./draft";
import classes from "./form.module.css";
import { HoursSelect } from "./hours-select";

const WINDOWS = [1, 6, 12, 24, 72, 168];
const COOL_DOWNS = [1, 6, 12, 24, 72, 168];

interface RuleFormProps {
  /** The rule that is changed; nothing for a new one. */
  rule?: ListedRule;
  canMail: boolean;
  /** Keeps it; what it throws is shown. */
  onSave: (rule: NewAlertRule) => Promise<void>;
}

/** A rule and, beside it, when it would have fired. */
export function RuleForm({ rule, canMail, onSave }: RuleFormProps) {
  const t = useTranslations("alerts");
  const tForm = useTranslations("alerts.form");
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const form = useForm({ initialValues: draftOf(rule) });
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
    setSaving(true);
    try {
      await onSave(read.rule);
    } catch (error) {
      setFailure(failureText(error));
      setSaving(false);
    }
  });

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
