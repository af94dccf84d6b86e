"use client";

import { Alert, Button, Skeleton, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { differencesOf, mergedOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { NumberField } from "@/app/ui/number-field";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { MAX_WARRANTY_MONTHS, type Activation as Settings } from "@/server/domain/ownership/schema";
import type { Present } from "@/server/trpc/unless-stale";

const FIELDS = ["isOn", "warrantyMonths"] as const;

interface Kept extends Settings {
  version: string;
  canMail: boolean;
}

/** Whether buyers activate items with a second code, which owners decide. */
export function Activation() {
  const t = useTranslations("settings.activation");
  const query = useQuery(useTRPC().ownership.settings.queryOptions());
  return (
    <Section title={t("title")}>
      {query.isLoadingError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <ActivationForm kept={query.data} />
      ) : (
        <Skeleton height="12rem" />
      )}
    </Section>
  );
}

function ActivationForm({ kept: found }: { kept: Kept }) {
  const t = useTranslations("settings.activation");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const canChange = useCan("owner");
  // The state when the form opened; refetches do not change it.
  const [kept, setKept] = useState(found);
  const [wanted, setWanted] = useState<Settings>(found);
  const [present, setPresent] = useState<Present<Settings>>();
  const change = useMutation(
    trpc.ownership.setSettings.mutationOptions({
      onSuccess: (outcome) => {
        if ("present" in outcome) return setPresent(outcome.present);
        queryClient.setQueryData(trpc.ownership.settings.queryKey(), outcome.saved);
        setKept(outcome.saved);
        toast.done(t("saved"));
        return queryClient.invalidateQueries(trpc.labels.pathFilter());
      },
    }),
  );
  const save = ({ isOn, warrantyMonths }: Settings, version: string) =>
    change.mutateAsync({ isOn, warrantyMonths, version }).catch(toast.failed);
  const isChanged = FIELDS.some((field) => wanted[field] !== kept[field]);

  /** Continue from the saved state with the chosen values. */
  const resolve = ({ state, version }: Present<Settings>, taken: ReadonlySet<string>) => {
    const merged = mergedOf(wanted, state, FIELDS, taken);
    setPresent(undefined);
    setKept({ ...kept, ...state, version });
    setWanted(merged);
    void save(merged, version);
  };

  const shown = (state: Settings, field: (typeof FIELDS)[number]) => {
    if (field === "isOn") return t(state.isOn ? "on" : "off");
    return state.warrantyMonths === null ? t("none") : t("months", { months: state.warrantyMonths });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(wanted, kept.version);
      }}
    >
      <p className={classes.dimmed}>
        {t("text")} <Link href="/docs/guides/ownership">{t("guide")}</Link>
      </p>
      {!kept.canMail && <Alert color="yellow">{t("noMail")}</Alert>}
      <Switch
        label={t("switch")}
        checked={wanted.isOn}
        disabled={!canChange || (!kept.canMail && !wanted.isOn)}
        onChange={({ currentTarget: { checked } }) => setWanted({ ...wanted, isOn: checked })}
      />
      <NumberField
        label={t("warranty")}
        description={t("warrantyText")}
        min={0}
        max={MAX_WARRANTY_MONTHS}
        whole
        allowNegative={false}
        clampBehavior="strict"
        disabled={!canChange}
        value={wanted.warrantyMonths ?? ""}
        onChange={(value) =>
          setWanted({ ...wanted, warrantyMonths: typeof value === "number" ? value : null })
        }
      />
      {canChange && (
        <Button type="submit" variant="default" loading={change.isPending} disabled={!isChanged}>
          {t("save")}
        </Button>
      )}
      {present && (
        <ConflictDialog
          saved={present}
          differences={differencesOf<Settings, keyof Settings>(
            { base: kept, mine: wanted, theirs: present.state },
            FIELDS,
            (state, field) => state[field],
          )}
          show={(field) => ({
            label: t(field === "isOn" ? "switch" : "warranty"),
            mine: shown(wanted, field),
            theirs: shown(present.state, field),
          })}
          onClose={() => setPresent(undefined)}
          onChoose={(taken) => resolve(present, taken)}
        />
      )}
    </form>
  );
}
