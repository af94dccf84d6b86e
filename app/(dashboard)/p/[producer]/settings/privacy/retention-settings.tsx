"use client";

import { Button, Select, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { LoadFailed } from "@/app/ui/load-failed";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Retention } from "@/server/domain/privacy/schema";
import classes from "../settings.module.css";

/** For how long places, devices and images are kept. */
export function RetentionSettings() {
  const query = useQuery(useTRPC().privacy.retention.queryOptions());
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="19rem" />;
  return <RetentionForm kept={query.data} />;
}

const FIELDS = [
  { field: "preciseDays", words: "precise" },
  { field: "deviceDays", words: "devices" },
  { field: "imageDays", words: "images" },
] as const;

const CHOICES = [7, 14, 30, 60, 90, 180, 365, 400, 730, 1095, 1825, 3650];
const FOR_GOOD = "forGood";

const isShorter = (days: number | null, than: number | null) => (days ?? Infinity) < (than ?? Infinity);

function RetentionForm({ kept }: { kept: Retention }) {
  const t = useTranslations("privacy.retention");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const canChange = useCan("owner");
  const [wanted, setWanted] = useState(kept);
  const [isAsked, setAsked] = useState(false);
  const change = useMutation(
    trpc.privacy.setRetention.mutationOptions({
      onSuccess: (now) => {
        queryClient.setQueryData(trpc.privacy.retention.queryKey(), now);
        toast.done(t("saved"));
      },
    }),
  );
  const changed = FIELDS.filter(({ field }) => wanted[field] !== kept[field]);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.some(({ field }) => isShorter(wanted[field], kept[field]))) setAsked(true);
        else change.mutate(wanted, { onError: toast.failed });
      }}
    >
      {FIELDS.map(({ field, words }) => (
        <DaysSelect
          key={field}
          label={t(words)}
          description={t(`${words}Text`)}
          days={wanted[field]}
          disabled={!canChange}
          onChange={(days) => setWanted({ ...wanted, [field]: days })}
        />
      ))}
      {canChange && (
        <Button type="submit" variant="default" loading={change.isPending} disabled={changed.length === 0}>
          {t("save")}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t("ask")}
        action={t("shorter")}
        danger
        onConfirm={() => change.mutateAsync(wanted)}
      >
        {t("consequences")}
      </ConfirmDialog>
    </form>
  );
}

interface DaysSelectProps {
  label: string;
  description: string;
  days: number | null;
  disabled: boolean;
  onChange: (days: number | null) => void;
}

function DaysSelect({ days, onChange, ...field }: DaysSelectProps) {
  const t = useTranslations("privacy.retention");
  const choices = [...new Set([...CHOICES, ...(days === null ? [] : [days])])].sort((a, b) => a - b);
  return (
    <Select
      {...field}
      allowDeselect={false}
      value={days === null ? FOR_GOOD : String(days)}
      data={[
        ...choices.map((choice) => ({ value: String(choice), label: t("days", { days: choice }) })),
        { value: FOR_GOOD, label: t("forGood") },
      ]}
      onChange={(value) => onChange(value === FOR_GOOD ? null : Number(value))}
    />
  );
}
