"use client";

import { Button, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { FoundIn, type Match } from "@/app/ui/found-in";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./group.module.css";

const MAX_SHOWN = 20;

/** Adds active items without a group, found by a fragment. Added items stay visible and marked. */
export function AddBySearch({ id }: { id: string }) {
  const t = useTranslations("groups.add");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 200);
  const [added, setAdded] = useState<readonly { identifier: string; title: string | null; match?: Match }[]>(
    [],
  );
  const found = useQuery({
    ...trpc.items.list.queryOptions({
      limit: MAX_SHOWN,
      filter: { group: "none", state: "active", ...(search ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
    // No refetch: added items keep their place until the next search.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const items = found.data?.entries ?? [];
  const [inFlight, setInFlight] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const add = useMutation(
    trpc.groups.addItem.mutationOptions({
      onMutate: ({ identifier }) => {
        setInFlight((before) => new Set(before).add(identifier));
        return items.find((item) => item.identifier === identifier);
      },
      onSettled: (_data, _error, { identifier }) =>
        setInFlight((before) => new Set([...before].filter((one) => one !== identifier))),
      onSuccess: (_, { identifier }, item) => {
        if (item) setAdded((before) => [...before, item]);
        queryClient.invalidateQueries(trpc.groups.pathFilter());
        queryClient.invalidateQueries(trpc.items.get.queryFilter({ identifier }));
      },
    }),
  );
  const isAdded = (identifier: string) => added.some((item) => item.identifier === identifier);
  const listed = [
    ...items,
    // A search answered before the addition no longer contains the item.
    ...added.filter(({ identifier }) => !items.some((item) => item.identifier === identifier)),
  ];
  useEffect(() => {
    // The focused button is gone; focus the next one.
    if (added.length === 0 || document.activeElement !== document.body) return;
    const next = list.current?.querySelector<HTMLElement>("li[data-added] ~ li:not([data-added]) button");
    (next ?? field.current)?.focus();
  }, [added]);
  return (
    <>
      <TextInput
        ref={field}
        label={t("search")}
        description={t("searchHint")}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
        mb="sm"
      />
      <FormFailure>{add.isError && failureText(add.error)}</FormFailure>
      {found.isError ? (
        <LoadFailed error={found.error} onRetry={() => found.refetch()} />
      ) : found.isPending ? (
        <Skeleton height={190} />
      ) : (
        <ul className={classes.found} ref={list} aria-label={t("found")}>
          {listed.length === 0 && <li className={classes.dim}>{t("nothing")}</li>}
          {listed.map(({ identifier, title, match }) => (
            <li key={identifier} data-added={isAdded(identifier) || undefined}>
              <span className={classes.foundName}>
                <span>{identifier}</span>
                {title && <span>{title}</span>}
                {match && <FoundIn match={match} />}
              </span>
              {isAdded(identifier) ? (
                <span className={classes.result} role="status">
                  <IconCheck size={16} aria-hidden /> {t("added")}
                </span>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  aria-label={t("addOne", { identifier })}
                  loading={inFlight.has(identifier)}
                  onClick={() => add.mutate({ id, identifier })}
                >
                  {t("addShort")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
