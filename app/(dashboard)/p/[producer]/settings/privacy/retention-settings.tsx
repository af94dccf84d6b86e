"use client";

import { Button, Select, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { differencesOf, mergedOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import { LoadFailed } from "@/app/ui/load-failed";
import classes from "@/app/ui/section.module.css";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Retention } from "@/server/domain/privacy/schema";
import type { Present } from "@/server/trpc/unless-stale";

/** Retention of locations, devices and images. */
export function RetentionSettings() {
  const query = useQuery(useTRPC().privacy.retention.queryOptions());
  if (query.isLoadingError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="19rem" />;
  return <RetentionForm kept={query.data} />;
}

const FIELDS = ["preciseDays", "deviceDays", "imageDays"] as const;
const WORDS = { preciseDays: "precise", deviceDays: "devices", imageDays: "images" } as const;

const CHOICES = [7, 14, 30, 60, 90, 180, 365, 400, 730, 1095, 1825, 3650];
const FOR_GOOD = "forGood";

const isShorter = (days: number | null, than: number | null) => (days ?? Infinity) < (than ?? Infinity);

function RetentionForm({ kept: found }: { kept: Retention & { version: string } }) {
  const t = useTranslations("privacy.retention");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const canChange = useCan("owner");
  // The state when the form opened; refetches do not change it.
  const [kept, setKept] = useState(found);
  const [wanted, setWanted] = useState<Retention>(found);
  const [present, setPresent] = useState<Present<Retention>>();
  const [isAsked, setAsked] = useState(false);
  const change = useMutation(
    trpc.privacy.setRetention.mutationOptions({
      onSuccess: (outcome) => {
        if ("present" in outcome) return setPresent(outcome.present);
        queryClient.setQueryData(trpc.privacy.retention.queryKey(), outcome.saved);
        setKept(outcome.saved);
        toast.done(t("saved"));
      },
    }),
  );
  const changed = FIELDS.filter((field) => wanted[field] !== kept[field]);
  const save = (wanted: Retention, kept: Retention & { version: string }) => {
    if (FIELDS.some((field) => isShorter(wanted[field], kept[field]))) setAsked(true);
    else change.mutateAsync({ ...wanted, version: kept.version }).catch(toast.failed);
  };

  /** Continue from the saved state with the chosen values. */
  const resolve = ({ state, version }: Present<Retention>, taken: ReadonlySet<string>) => {
    const [now, merged] = [{ ...state, version }, mergedOf(wanted, state, FIELDS, taken)];
    setPresent(undefined);
    setKept(now);
    setWanted(merged);
    save(merged, now);
  };

  const days = (days: number | null) => (days === null ? t("forGood") : t("days", { days }));
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save(wanted, kept);
      }}
    >
      {FIELDS.map((field) => (
        <DaysSelect
          key={field}
          label={t(WORDS[field])}
          description={t(`${WORDS[field]}Text`)}
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
        onConfirm={() => change.mutateAsync({ ...wanted, version: kept.version })}
      >
        {t("consequences")}
      </ConfirmDialog>
      {present && (
        <ConflictDialog
          saved={present}
          differences={differencesOf<Retention, keyof Retention>(
            { base: kept, mine: wanted, theirs: present.state },
            FIELDS,
            (state, field) => state[field],
          )}
          show={(field) => ({
            label: t(WORDS[field]),
            mine: days(wanted[field]),
            theirs: days(present.state[field]),
          })}
          onClose={() => setPresent(undefined)}
          onChoose={(taken) => resolve(present, taken)}
        />
      )}
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
