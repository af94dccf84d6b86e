"use client";

import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";

const DEBOUNCE_MS = 200;
const MAX_OFFERED = 12;

/** Selects a producer by name. */
export function ProducerFilter({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const t = useTranslations("admin.scans");
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    ...trpc.producers.list.queryOptions({ search, limit: MAX_OFFERED }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...trpc.admin.producerName.queryOptions({ id: value ?? "" }),
    enabled: value !== null,
  });
  const own = chosen.data?.name ?? value ?? "";
  const offered = (data?.entries ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isOffered = value === null || offered.some((one) => one.value === value);
  return (
    <Select
      label={t("producer")}
      placeholder={t("anyProducer")}
      size="sm"
      searchable
      clearable
      filter={({ options }) => options}
      nothingFoundMessage={t("noProducer")}
      data={isOffered ? offered : [{ value: value ?? "", label: own }, ...offered]}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => <span translate="no">{option.label}</span>}
      onSearchChange={(text) => setTyped(text === own ? "" : text)}
    />
  );
}
