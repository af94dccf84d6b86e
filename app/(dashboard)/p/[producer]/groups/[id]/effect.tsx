"use client";

import { Select, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import { Comparison } from "../../items/_parts/comparison";
import { MergedInfos } from "../../items/_parts/merged-infos";
import { Section } from "../../items/_parts/section";
import type { FoundGroup } from "../types";
import classes from "./group.module.css";
import { groupQueries } from "./queries";

/** The merged view of one of the group's items. */
export function Effect({ group: { id } }: { group: FoundGroup }) {
  const t = useTranslations("groups.effect");
  const trpc = useTRPC();
  const { suggested } = groupQueries(trpc, id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim().slice(0, 200), 200);
  const isSearch = search !== "" && search !== chosen;
  const first = useQuery(suggested());
  const found = useQuery({
    ...suggested(search),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  });
  const identifiers = ((isSearch ? found.data : first.data)?.entries ?? []).map(
    ({ identifier }) => identifier,
  );
  const shown = chosen ?? first.data?.entries[0]?.identifier;
  const item = useQuery({
    ...trpc.items.get.queryOptions({ identifier: shown ?? "" }),
    enabled: shown !== undefined,
    placeholderData: keepPreviousData,
  });
  if (shown === undefined) return null;
  return (
    <Section title={t("title")} description={t("lead")}>
      <Select
        label={t("member")}
        className={classes.effect}
        searchable
        data={[...new Set([shown, ...identifiers])]}
        value={shown}
        onChange={setChosen}
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        nothingFoundMessage={t("nothing")}
        allowDeselect={false}
      />
      {item.isError ? (
        <LoadFailed error={item.error} onRetry={() => item.refetch()} />
      ) : item.isPending ? (
        <Skeleton height={240} radius="md" />
      ) : (
        <>
          <Comparison found={item.data} />
          <MergedInfos found={item.data} />
        </>
      )}
    </Section>
  );
}
