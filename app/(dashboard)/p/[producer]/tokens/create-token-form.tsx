"use client";

import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { DayInput } from "@/app/ui/day-input";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { focusFirstFault, usePlaceFaults } from "@/app/ui/form";
import { useTRPC } from "@/app/ui/trpc";
import { DAY_MS } from "@/server/core/time";
import { AccessFields, type AccessValues, accessOf, accessValuesOf, hasNoScope } from "./access-fields";
import type { Made } from "./types";

const DAYS = ["30", "90", "365"];
const MAX_DAYS = 3650;
const KINDS = ["token", "ownerKey"] as const;

/** Days from today to a date; undefined if a token may not expire on it. */
function daysUntil(date: string): number | undefined {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((Date.UTC(year, month - 1, day) - today) / DAY_MS);
  return date !== "" && days >= 1 && days <= MAX_DAYS ? days : undefined;
}

/** The day `days` ahead, as the value of a date field. */
function dayAhead(days: number): string {
  const at = new Date(Date.now() + days * DAY_MS);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

type NewTokenValues = AccessValues & {
  kind: Made["kind"];
  name: string;
  expiry: string;
  date: string;
};

interface CreateTokenFormProps {
  onClose: () => void;
  onMade: (made: Made) => void;
}

/** Form for a new token or owner key. */
export function CreateTokenForm({ onClose, onMade }: CreateTokenFormProps) {
  const t = useTranslations("tokens");
  const format = useFormatter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm<NewTokenValues>({
    initialValues: {
      kind: "token",
      name: "",
      expiry: "365",
      date: dayAhead(180),
      ...accessValuesOf({ scopes: null, requestsPerMinute: null, networks: null }),
    },
    validate: {
      date: (date, { expiry }) =>
        expiry === "date" && daysUntil(date) === undefined ? t("create.untilFault") : null,
      scopes: (_, values) => (hasNoScope(values) ? t("access.noScope") : null),
    },
  });
  const create = useMutation(
    trpc.tokens.create.mutationOptions({
      onSuccess: ({ secret }) => {
        void queryClient.invalidateQueries(trpc.tokens.pathFilter());
        const { kind, scopes } = form.getValues();
        onMade({ kind, secret, scopes });
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  const { kind, expiry, date } = form.values;
  const days = expiry === "none" ? null : expiry === "date" ? daysUntil(date) : Number(expiry);
  const ends = typeof days === "number" ? new Date(Date.now() + days * DAY_MS) : undefined;

  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined);
        if (days !== undefined)
          create.mutate({ kind, name: values.name, validForDays: days, ...accessOf(values) });
      }, focusFirstFault)}
    >
      <Stack>
        <Radio.Group label={t("kind")} {...form.getInputProps("kind")}>
          <Stack gap="xs" mt="xs">
            {KINDS.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`kindOf.${value}`)}
                description={t(`kindText.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={t("create.name")}
          description={t("create.nameHint")}
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Select
          label={t("create.expiry")}
          allowDeselect={false}
          data={[
            ...DAYS.map((count) => ({ value: count, label: t("create.days", { count }) })),
            { value: "date", label: t("create.date") },
            { value: "none", label: t("create.none") },
          ]}
          description={
            expiry === "none"
              ? t("create.noneHint")
              : ends && t("create.untilText", { date: format.dateTime(ends, { dateStyle: "long" }) })
          }
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("expiry")}
        />
        {expiry === "date" && (
          <DayInput
            label={t("create.until")}
            required
            min={dayAhead(1)}
            max={dayAhead(MAX_DAYS)}
            {...form.getInputProps("date")}
            value={form.values.date}
          />
        )}
        <AccessFields form={form} isKey={kind === "ownerKey"} />
        <DialogFoot
          failure={failure}
          busy={create.isPending}
          action={t(kind === "token" ? "create.submit" : "create.submitKey")}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
