"use client";

import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";

interface GroupSelectProps {
  label: string;
  hideLabel?: boolean;
  placeholder?: string;
  description?: string;
  value: string | null;
  onChange: (id: string | null, title: string) => void;
  /** Label of the option "in no group", whose value is `none`. */
  none?: string;
  error?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
}

const DEBOUNCE_MS = 150;
const MAX_SHOWN = 20;

/** Selects a group by a fragment of its title. */
export function GroupSelect({
  label,
  hideLabel = false,
  none,
  value,
  onChange,
  autoFocus = false,
  ...rest
}: GroupSelectProps) {
  const t = useTranslations("items.groupSelect");
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim().slice(0, 200), DEBOUNCE_MS);
  const [isOpen, setIsOpen] = useState(false);
  const isGroup = value !== null && value !== "none";
  const chosen = useQuery({
    ...trpc.groups.get.queryOptions({ id: value ?? "" }),
    enabled: isGroup,
    staleTime: 60_000,
  });
  const titleOf = (id: string, title: string | null | undefined) => title ?? id;
  const chosenTitle = isGroup ? titleOf(value, chosen.data?.title) : none;
  // The text left by a choice is not a search.
  const isSearch = search !== "" && search !== chosenTitle;
  const found = useQuery({
    ...trpc.groups.list.queryOptions({ limit: MAX_SHOWN, ...(isSearch ? { search } : {}) }),
    enabled: isOpen || isSearch,
    placeholderData: keepPreviousData,
  });
  const options = (found.data?.entries ?? []).map(({ id, title }) => ({
    value: id,
    label: titleOf(id, title),
  }));
  const data = [
    ...(none ? [{ value: "none", label: none }] : []),
    ...(isGroup && !options.some((one) => one.value === value)
      ? [{ value, label: chosenTitle ?? value }]
      : []),
    ...options,
  ];
  return (
    <Select
      {...(hideLabel ? { "aria-label": label } : { label })}
      data={data}
      value={value}
      onChange={(id, option) => onChange(id, option?.label ?? "")}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("clear"), tabIndex: 0, "aria-hidden": false }}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? t("searching") : t("nothing")}
      onDropdownOpen={() => setIsOpen(true)}
      rightSection={found.isFetching && isOpen ? <Loader size={14} /> : undefined}
      comboboxProps={{ shadow: "md" }}
      maxDropdownHeight={280}
      {...(autoFocus ? { "data-autofocus": true } : {})}
      {...rest}
    />
  );
}
