"use client";

import { Progress, Skeleton } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./checklist.module.css";
import { Demo } from "./demo";

/** In a sensible order. */
const STEPS = [
  { name: "token", href: "/tokens" },
  { name: "item", href: "/items" },
  { name: "content", href: "/files" },
  { name: "scan", href: "/scans" },
  { name: "hook", href: "/webhooks" },
] as const;

/**
 * First steps of a new producer. Steps are ticked by the producer's data, and the list disappears when all are done.
 * `children` render together with the list, so that the layout does not shift.
 */
export function Checklist({ children }: { children: ReactNode }) {
  const t = useTranslations("overview.checklist");
  const isSuspended = useSignedIn().chosen?.suspendedReason !== null;
  const { data: done, isPending } = useQuery({
    ...useTRPC().overview.checklist.queryOptions(),
    enabled: !isSuspended,
    refetchInterval: ({ state }) =>
      state.data && STEPS.every(({ name }) => state.data?.[name]) ? false : 15_000,
  });
  // A suspended producer cannot take any of the steps.
  if (isSuspended) return children;
  if (isPending) return <Skeleton height="9.5rem" />;
  if (!done) return children;
  const count = STEPS.filter(({ name }) => done[name]).length;
  if (count === STEPS.length) return children;
  return (
    <>
      <section className={classes.card} aria-labelledby="checklist">
        <div className={classes.head}>
          <h2 id="checklist" className={classes.title}>
            {t("title")}
          </h2>
          <span className={classes.count}>{t("count", { done: count, all: STEPS.length })}</span>
        </div>
        <Progress value={(100 * count) / STEPS.length} size="sm" aria-label={t("title")} />
        <ol className={classes.steps}>
          {STEPS.map(({ name, href }) => (
            <li key={name} className={classes.step} data-done={done[name] || undefined}>
              {done[name] ? (
                <IconCircleCheckFilled size={20} aria-label={t("done")} role="img" />
              ) : (
                <IconCircle size={20} aria-label={t("open")} role="img" />
              )}
              <div>
                <Link href={href} className={classes.link}>
                  {t(`${name}.title`)}
                </Link>
                <p className={classes.text}>{t(`${name}.text`)}</p>
              </div>
            </li>
          ))}
        </ol>
        <Demo />
      </section>
      {children}
    </>
  );
}
