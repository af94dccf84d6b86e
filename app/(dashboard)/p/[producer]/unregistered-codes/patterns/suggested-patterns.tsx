"use client";

import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { usePercent } from "@/app/ui/percent";
import { Section } from "@/app/ui/section";
import sections from "@/app/ui/section.module.css";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { usePatternWords } from "./pattern-words";
import classes from "./patterns.module.css";
import { useClaim } from "./use-claim";

/** Patterns found in the producer's own identifiers, each with a button that claims it. */
export function SuggestedPatterns() {
  const t = useTranslations("codePatterns.suggestions");
  const percent = usePercent();
  const words = usePatternWords();
  const canEdit = useCan("editor");
  const toast = useToast();
  const claim = useClaim();
  const query = useQuery(useTRPC().codePatterns.suggestions.queryOptions());
  if (query.isLoadingError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="14rem" />;
  const { suggestions, sample } = query.data;
  return (
    <Section title={t("title")}>
      <p className={sections.dimmed}>
        {suggestions.length > 0 ? t("lead", { sample }) : t(sample < 3 ? "few" : "none")}
      </p>
      {suggestions.length > 0 && (
        <ul className={classes.suggestions}>
          {suggestions.map(({ kind, text, share, example }) => (
            <li key={`${kind} ${text}`}>
              <strong className={classes.code}>{text}</strong>
              <span>{words(kind, text)}</span>
              <span className={classes.small}>
                {t("share", { share: percent(share) })} · {t("example", { example })}
              </span>
              {canEdit && (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={claim.isPending && claim.variables.text === text}
                  onClick={() => claim.mutate({ kind, text }, { onError: toast.failed })}
                  aria-label={`${t("claim")}: ${text}`}
                >
                  {t("claim")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
