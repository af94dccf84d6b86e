"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ListFoot } from "@/app/ui/list-parts";
import { listOf } from "@/app/ui/list-query";
import { useProducerQuery } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "../../items/_parts/section";
import classes from "../imports.module.css";
import type { OpenedImport } from "../types";
import { RefusedRow } from "./refused-row";

/** Refused rows with their reasons, to correct here or to download. */
export function RefusedRows({ of }: { of: OpenedImport }) {
  const t = useTranslations("imports.refused");
  const trpc = useTRPC();
  const producer = useProducerQuery();
  const query = listOf(
    useInfiniteQuery(
      trpc.imports.refused.infiniteQueryOptions(
        { id: of.id },
        { getNextPageParam: (page) => page.nextCursor },
      ),
    ),
    ({ entries }) => entries,
  );
  const address = (format: string) =>
    `/api/dashboard/imports/refused?${new URLSearchParams({ ...producer, id: of.id, format })}`;
  return (
    <Section
      title={t("title")}
      description={t("text")}
      actions={(["csv", "xlsx"] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={address(format)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("download", { format: format.toUpperCase() })}
        </Button>
      ))}
    >
      <ul className={classes.refused}>
        {query.rows.map((row) => (
          <RefusedRow key={row.number} id={of.id} row={row} headers={of.headers} />
        ))}
      </ul>
      <ListFoot query={query} />
    </Section>
  );
}
