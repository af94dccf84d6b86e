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
import type { Present } from "@/server/trpc/unless-stale";
import { ChannelConflict, type Conflict } from "./channel-conflict";
import classes from "./channel-form.module.css";
import { type ChannelDraft, type ChannelFields, draftOf } from "./draft";

interface ChannelFormProps {
  /** The edited channel; absent for a new one. */
  channel?: ChannelFields;
  version?: string;
  /** Save and leave the form; errors are shown. Returns the saved channel if it is newer than the version. */
  onSave: (draft: ChannelDraft, version: string) => Promise<Present<ChannelFields> | undefined>;
}

/** Form of a chat channel. */
export function ChannelForm({ channel, version = "", onSave }: ChannelFormProps) {
  const t = useTranslations("alerts.channels");
  const tQuiet = useTranslations("quietHours");
  const locale = useLocale();
  const failureText = useFailureText();
  const rules = useQuery(useTRPC().alerts.rules.queryOptions());
  const form = useForm({ initialValues: draftOf(channel, isLocale(locale) ? locale : "en") });
  const [opened, setOpened] = useState({ state: channel, version });
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { kind, ruleIds, quietHours } = form.values;
  const isSame = quietHours !== null && quietHours.from === quietHours.to;

  const send = async (draft: ChannelDraft, from: typeof opened) => {
    setFailure(undefined);
    setSaving(true);
    try {
      const present = await onSave(draft, from.version);
      if (present) setConflict({ base: from.state ?? present.state, mine: draft, present });
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
