"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type MouseEvent, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import settings from "@/app/ui/section.module.css";
import { useProducerQuery } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Subject } from "@/server/domain/privacy/schema";
import { EraseDialog } from "./erase-dialog";
import classes from "./privacy.module.css";

interface ConcernedProps {
  subject: Subject;
  /** Covers all producers. */
  isEverywhere: boolean;
  canChange: boolean;
}

const downloadOf = (query: Record<string, string>) =>
  `/api/dashboard/privacy/export?${new URLSearchParams(query)}`;

/** Data stored about a device or a scan, with the actions on it. */
export function Concerned({ subject, isEverywhere, canChange }: ConcernedProps) {
  const t = useTranslations("privacy.person");
  const format = useFormatter();
  const { people, privacy } = useTRPC();
  const { concerned, concernedEverywhere } = privacy;
  const query = useQuery((isEverywhere ? concernedEverywhere : concerned).queryOptions(subject));
  const producer = useProducerQuery();
  const toast = useToast();
  const isFresh = useRef(false);
  const { mutateAsync: beFresh } = useMutation(people.beFresh.mutationOptions());
  const [isErasing, setErasing] = useState(false);
  if (query.isLoadingError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="8rem" />;
  const { scans, images, sightings, hasMore, first, last } = query.data;
  if (scans + sightings === 0)
    return (
      <div className={classes.found} role="status">
        <p>{t("none")}</p>
      </div>
    );
  const downloadOnceFresh = (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget;
    // A confirmation lasts some minutes, and the page may stay open longer: each download asks anew whether it still does.
    const isAsked = isFresh.current;
    isFresh.current = false;
    if (isAsked) return;
    event.preventDefault();
    beFresh().then(() => {
      isFresh.current = true;
      link.click();
    }, toast.failed);
  };
  const dayOf = (date: Date) => format.dateTime(date, { dateStyle: "medium" });
  return (
    <div className={classes.found} role="status">
      <ul className={classes.counts}>
        <li>{hasMore ? t("more", { count: scans }) : t("scans", { count: scans })}</li>
        {images > 0 && <li>{t("images", { count: images })}</li>}
        {sightings > 0 && <li>{t("sightings", { count: sightings })}</li>}
        {first && last && (
          <li className={settings.dimmed}>{t("between", { first: dayOf(first), last: dayOf(last) })}</li>
        )}
      </ul>
      <div className={classes.line}>
        <Button
          component="a"
          href={downloadOf({ ...subject, ...(isEverywhere ? { everywhere: "true" } : {}), ...producer })}
          download
          onClick={downloadOnceFresh}
          variant="default"
          leftSection={<IconDownload size={17} aria-hidden />}
        >
          {t("download")}
        </Button>
        {canChange && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setErasing(true)}>
            {t("erase")}
          </Button>
        )}
      </div>
      <EraseDialog
        opened={isErasing}
        onClose={() => setErasing(false)}
        subject={subject}
        isEverywhere={isEverywhere}
        count={scans}
        hasMore={hasMore}
      />
    </div>
  );
}
