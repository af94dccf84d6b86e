"use client";

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Link, useHref } from "@/app/ui/link";
import { useTRPC } from "@/app/ui/trpc";
import { countsOf, forgetUploads, useUploads, whenUploaded } from "../p/[producer]/files/_upload/store";
import classes from "./upload-tray.module.css";

const THEIR_PAGE = "/files";

/** Warn before the window closes while uploads are in flight. */
function useGuard(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUploading]);
}

/** Refetch the queries whose answers predate an uploaded file. */
function useFreshness(): void {
  const trpc = useTRPC();
  const client = useQueryClient();
  useEffect(
    () =>
      whenUploaded(() => {
        void client.invalidateQueries(trpc.contents.pathFilter());
        void client.invalidateQueries(trpc.producers.current.queryFilter());
      }),
    [client, trpc],
  );
}

/** Uploads in flight, shown on every page but Files, which lists them itself. Uploads survive navigation. */
export function UploadTray() {
  const t = useTranslations("shell.uploads");
  const counts = countsOf(useUploads());
  const isUploading = counts.ended < counts.all;
  useGuard(isUploading);
  useFreshness();
  const theirPage = useHref()(THEIR_PAGE);
  if (usePathname() === theirPage || counts.all === 0) return null;
  return (
    <section className={classes.tray} aria-label={t("label")}>
      <span role="status" className={counts.failed > 0 ? classes.failed : undefined}>
        {t(isUploading ? "underWay" : "ended", counts)}
      </span>
      <Button component={Link} href={THEIR_PAGE} size="compact-sm" variant="default">
        {t("show")}
      </Button>
      {!isUploading && (
        <Button size="compact-sm" variant="subtle" onClick={() => forgetUploads()}>
          {t("forget")}
        </Button>
      )}
    </section>
  );
}
