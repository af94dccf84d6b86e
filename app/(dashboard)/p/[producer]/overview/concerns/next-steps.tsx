"use client";

import { Button } from "@mantine/core";
import { IconBriefcase } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useTRPC } from "@/app/ui/trpc";
import type { Range } from "../../../../_stats/preset-range";
import { AddToCase } from "../../cases/_add/add-to-case";
import { useTimedScansHref } from "../../scans/hrefs";
import classes from "./concerns.module.css";
import type { Concern } from "./types";
import { aboutOf } from "./words";

/** The list of what a concern counts. */
function useShown(
  range: Range,
  concern: Concern,
): { href: string; of: "fakes" | "scans" | "codes" | "reports" } {
  const scansHref = useTimedScansHref();
  const { kind, country, group } = concern;
  if (kind === "unregistered") return { href: "/unregistered-codes", of: "codes" };
  if (kind === "reports") return { href: "/unregistered-codes?view=reports", of: "reports" };
  if (kind === "stolen") return { href: scansHref(range, { finding: kind }), of: "scans" };
  // Fakes are left to the concerns about fakes.
  if (kind !== "fakes") return { href: scansHref(range, { finding: kind, verdict: "!fake" }), of: "scans" };
  const about = aboutOf(concern);
  const narrowing = about === "country" ? { country } : about === "group" ? { group: group?.id } : {};
  return { href: scansHref(range, { verdict: "fake", ...narrowing }), of: "fakes" };
}

/** What to do about a concern: its open case or a new one, its alert, and the scans themselves. */
export function NextSteps({ range, concern, title }: { range: Range; concern: Concern; title: string }) {
  const t = useTranslations("overview.concerns");
  const trpc = useTRPC();
  const client = useQueryClient();
  const shown = useShown(range, concern);
  const { key, inCase, alert } = concern;
  const refresh = () => void client.invalidateQueries(trpc.overview.concerns.pathFilter());
  const links = () =>
    client
      .fetchQuery(trpc.overview.concernLinks.queryOptions({ key, range }, { staleTime: 0 }))
      .catch((error: unknown) => {
        // It may no longer be a concern.
        refresh();
        throw error;
      });
  return (
    <div className={classes.steps}>
      {inCase ? (
        <Button
          component={Link}
          href={`/cases/${inCase.id}`}
          size="sm"
          variant="default"
          title={inCase.title}
          leftSection={<IconBriefcase size={16} aria-hidden />}
        >
          {t("inCase", { number: inCase.number })}
        </Button>
      ) : (
        <AddToCase
          links={() => links().then((found) => ({ links: found }))}
          suggestedTitle={title}
          onAdded={refresh}
        />
      )}
      <Link href={shown.href}>{t(`show.${shown.of}`)}</Link>
      {alert && <Link href={`/alerts/${alert.id}`}>{t("alert", { rule: alert.ruleName })}</Link>}
    </div>
  );
}
