"use client";

import { SegmentedControl, Select, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useState } from "react";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./new-hook.module.css";

const KINDS = ["producer", "item", "group"] as const;
export type TargetKind = (typeof KINDS)[number];

const DEBOUNCE_MS = 150;

interface TargetFieldProps {
  kind: TargetKind;
  /** Identifier of the item or id of the group. */
  id: string | null;
  onChange: (kind: TargetKind, id: string | null) => void;
  error: ReactNode;
  inputRef: Ref<HTMLInputElement>;
}

/** Selects the target of a webhook: all events, an item or a group. */
export function TargetField({ kind, id, onChange, ...rest }: TargetFieldProps) {
  const t = useTranslations("webhooks.create");
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t("target")}
        maw="100%"
        classNames={{ label: classes.target }}
        value={kind}
        onChange={(value) => onChange(KINDS.find((each) => each === value) ?? "producer", null)}
        data={KINDS.map((value) => ({ value, label: t(value) }))}
      />
      {kind !== "producer" && (
        <TargetSelect key={kind} kind={kind} id={id} onPick={(picked) => onChange(kind, picked)} {...rest} />
      )}
    </Stack>
  );
}

interface PickProps extends Pick<TargetFieldProps, "id" | "error" | "inputRef"> {
  kind: "item" | "group";
  onPick: (id: string | null) => void;
}

function TargetSelect({ kind, id, onPick, error, inputRef }: PickProps) {
  const t = useTranslations("webhooks.create");
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  const isOfGroup = kind === "group" && id !== null;
  const known = useQuery({ ...trpc.groups.get.queryOptions({ id: id ?? "" }), enabled: isOfGroup });
  const chosen = picked?.value === id ? picked : id && { value: id, label: known.data?.title ?? id };
  // The text left by a choice is not a search.
  const wish = search === "" || (chosen && search === chosen.label.trim()) ? {} : { search };
  const items = useQuery({
    ...trpc.items.list.queryOptions({ filter: wish, limit: 20 }),
    enabled: kind === "item",
    placeholderData: keepPreviousData,
  });
  const groups = useQuery({
    ...trpc.groups.list.queryOptions({ ...wish, limit: 20 }),
    enabled: kind === "group",
    placeholderData: keepPreviousData,
  });
  const found =
    kind === "item"
      ? (items.data?.entries ?? []).map(({ identifier, title }) => ({
          value: identifier,
          label: title ? `${identifier} · ${title}` : identifier,
        }))
      : (groups.data?.entries ?? []).map(({ id: value, title }) => ({ value, label: title ?? value }));
  const others = found.filter(({ value }) => value !== id);
  return (
    <Select
      ref={inputRef}
      label={t(kind === "item" ? "pickItem" : "pickGroup")}
      description={t(kind === "item" ? "pickItemHint" : "pickGroupHint")}
      required
      searchable
      data={chosen ? [chosen, ...others] : others}
      // The service has already filtered the options.
      filter={({ options }) => options}
      value={id}
      onChange={(value, option) => {
        setPicked(option);
        onPick(value);
      }}
      onSearchChange={setTyped}
      nothingFoundMessage={t("nothingFound")}
      error={error}
    />
  );
}
