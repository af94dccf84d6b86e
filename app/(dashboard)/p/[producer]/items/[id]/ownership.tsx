"use client";

import { Alert, Button, Group } from "@mantine/core";
import { IconShieldX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import { Section } from "../_parts/section";
import classes from "./item.module.css";
import { itemQueries } from "./queries";
import { VoidDialog } from "./void-dialog";

type Owner = NonNullable<inferRouterOutputs<AppRouter>["ownership"]["ofItem"]["owner"]>;

function OwnerFacts({ owner }: { owner: Owner }) {
  const t = useTranslations("items.ownership");
  const format = useFormatter();
  const { activatedAt, beganAt, stolenAt, warrantyUntil, transfers, email } = owner;
  // A warranty ends on a day in UTC.
  const day = (at: Date) => format.dateTime(at, { dateStyle: "long", timeZone: "UTC" });
  const rows: [string, string][] = [
    [t("activated"), day(activatedAt)],
    [t("transfers"), transfers === 0 ? t("never") : t("times", { count: transfers, since: day(beganAt) })],
    [t("warranty"), warrantyUntil ? t("until", { date: day(warrantyUntil) }) : t("none")],
    ...(email === null ? [] : [[t("email"), email] satisfies [string, string]]),
  ];
  return (
    <>
      {stolenAt && (
        <Alert color="red" variant="light" icon={<IconShieldX size={18} aria-hidden />}>
          {t("stolen", { date: day(stolenAt) })}
        </Alert>
      )}
      <dl className={classes.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The owner of the item, if its producer has activation. Owners of the producer void an ownership or a second code. */
export function Ownership({ identifier }: { identifier: string }) {
  const t = useTranslations("items.ownership");
  const query = useQuery(itemQueries(useTRPC(), identifier).ownership);
  const canVoid = useCan("owner");
  const [dialog, setDialog] = useState<"ownership" | "code">();
  if (query.isLoadingError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || (!query.data.isOn && !query.data.owner && query.data.former.length === 0)) return null;
  const { owner, former, isOn } = query.data;
  return (
    <Section title={t("title")}>
      {owner ? <OwnerFacts owner={owner} /> : <p>{t("open")}</p>}
      {former.length > 0 && <p>{t("former", { count: former.length })}</p>}
      {canVoid && (owner || isOn) && (
        <Group gap="sm">
          {owner && (
            <Button variant="default" onClick={() => setDialog("ownership")}>
              {t("voidOwnership.open")}
            </Button>
          )}
          {isOn && (
            <Button variant="default" onClick={() => setDialog("code")}>
              {t("voidCode.open")}
            </Button>
          )}
        </Group>
      )}
      <VoidDialog identifier={identifier} what={dialog} onClose={() => setDialog(undefined)} />
    </Section>
  );
}
