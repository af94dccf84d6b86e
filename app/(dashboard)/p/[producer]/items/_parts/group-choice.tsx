"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { type OneChoice, valuesOf } from "@/app/ui/choice-field";
import { ChoiceSelect } from "@/app/ui/choice-select";
import { useTRPC } from "@/app/ui/trpc";

const DEBOUNCE_MS = 150;
const MAX_SHOWN = 20;
const NO_GROUP = "none";

interface GroupChoiceProps extends OneChoice {
  hideLabel?: boolean;
  placeholder: string;
  /** Label of the option "in no group". */
  none: string;
}

/** Filters by groups, found by a fragment of their titles, or by "no group". */
export function GroupChoice({ value, none, ...props }: GroupChoiceProps) {
  const t = useTranslations("common.choice");
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim().slice(0, 200), DEBOUNCE_MS);
  const [isOpen, setOpen] = useState(false);
  const ids = valuesOf(value).filter((id) => id !== NO_GROUP);
  const chosen = useQueries({
    queries: ids.map((id) => ({ ...trpc.groups.get.queryOptions({ id }), staleTime: 60_000 })),
  });
  const found = useQuery({
    ...trpc.groups.list.queryOptions({ limit: MAX_SHOWN, ...(search ? { search } : {}) }),
    enabled: isOpen || search !== "",
    placeholderData: keepPreviousData,
  });
  const named = ids.map((id, place) => ({ value: id, label: chosen[place]?.data?.title || id }));
  const offered = (found.data?.entries ?? [])
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, title }) => ({ value: id, label: title || id }));
  return (
    <ChoiceSelect
      {...props}
      value={value}
      data={[{ value: NO_GROUP, label: none }, ...named, ...offered]}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? t("searching") : t("noGroup")}
      onDropdownOpen={() => setOpen(true)}
      maxDropdownHeight={280}
    />
  );
}
