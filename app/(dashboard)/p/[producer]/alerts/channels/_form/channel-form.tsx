"use client";

import { Button, Checkbox, MultiSelect, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { isLocale, LOCALES } from "@/app/messages/locales";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { QuietHoursFields } from "@/app/ui/quiet-hours-fields";
import { useTRPC } from "@/app/ui/trpc";
import { KINDS } from "@/server/domain/alert-channels/schema";
import type { Outcome, Present } from "@/server/trpc/unless-stale";
import { ChannelConflict, type Conflict } from "./channel-conflict";
import classes from "./channel-form.module.css";
import { type ChannelDraft, type ChannelFields, draftOf } from "./draft";

/** The edited state; undefined for a new channel. */
interface Opened {
  state: ChannelFields | undefined;
  version: string;
}

interface ChannelFormProps {
  /** The edited channel; absent for a new one. */
  channel?: ChannelFields;
  version?: string;
  /** Saves the draft; errors are shown. What was saved is edited further, unless the page is left. */
  onSave: (draft: ChannelDraft, version: string) => Promise<Outcome<Opened | undefined, ChannelFields>>;
}

/** Form of a chat channel. */
export function ChannelForm({ channel, version = "", onSave }: ChannelFormProps) {
  const t = useTranslations("alerts.channels");
  const tQuiet = useTranslations("quietHours");
  const locale = useLocale();
  const failureText = useFailureText();
  const rules = useQuery(useTRPC().alerts.rules.queryOptions());
  const form = useForm({ initialValues: draftOf(channel, isLocale(locale) ? locale : "en") });
  const [opened, setOpened] = useState<Opened>({ state: channel, version });
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { kind, ruleIds, quietHours } = form.values;
  const isSame = quietHours !== null && quietHours.from === quietHours.to;

  const send = async (draft: ChannelDraft, from: Opened) => {
    setFailure(undefined);
    setSaving(true);
    try {
      const outcome = await onSave(draft, from.version);
      if ("present" in outcome) {
        const { present } = outcome;
        setConflict({ base: from.state ?? present.state, mine: draft, present });
      } else if (outcome.saved) {
        setOpened(outcome.saved);
        if (form.getValues().url === draft.url) form.setFieldValue("url", "");
      }
    } catch (error) {
      setFailure(failureText(error));
    }
    setSaving(false);
  };
  const resolve = async (merged: ChannelDraft, { state, version }: Present<ChannelFields>) => {
    setConflict(undefined);
    setOpened({ state, version });
    form.setValues(merged);
    await send(merged, { state, version });
  };

  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((draft) => (isSame ? undefined : send(draft, opened)))}
    >
      {!channel && (
        <Radio.Group
          label={t("kind")}
          value={kind}
          onChange={(value) => form.setFieldValue("kind", KINDS.find((each) => each === value) ?? kind)}
        >
          <Stack gap="sm" mt="xs">
            {KINDS.map((each) => (
              <Radio key={each} value={each} label={t(`kinds.${each}`)} description={t(`kindHint.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        required
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <TextInput
        label={t("url")}
        description={channel ? t("urlKept", { host: channel.host }) : t("urlHint")}
        required={!channel}
        type="url"
        maxLength={2000}
        autoComplete="off"
        {...form.getInputProps("url")}
      />
      <Checkbox
        label={t("all")}
        description={t("allHint")}
        checked={ruleIds === null}
        onChange={(event) => form.setFieldValue("ruleIds", event.currentTarget.checked ? null : [])}
      />
      {ruleIds !== null && (
        <MultiSelect
          label={t("chosen")}
          data={(rules.data?.rules ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={ruleIds}
          onChange={(ids) => form.setFieldValue("ruleIds", ids)}
        />
      )}
      <Select
        label={t("language")}
        allowDeselect={false}
        data={LOCALES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        value={form.values.locale}
        onChange={(value) => isLocale(value) && form.setFieldValue("locale", value)}
      />
      <QuietHoursFields
        value={quietHours}
        onChange={(hours) => form.setFieldValue("quietHours", hours)}
        error={isSame ? tQuiet("same") : undefined}
      />
      <Checkbox label={t("enabled")} {...form.getInputProps("isOn", { type: "checkbox" })} />
      {conflict && (
        <ChannelConflict
          conflict={conflict}
          onClose={() => setConflict(undefined)}
          onChoose={(merged) => resolve(merged, conflict.present)}
        />
      )}
      <FormFailure>{failure}</FormFailure>
      <div>
        <Button type="submit" loading={isSaving}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
