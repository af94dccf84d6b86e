"use client";

import { SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Links } from "../types";
import { caseTitle, MAX_TITLE } from "./case-title";

const DEBOUNCE_MS = 200;
const MAX_OFFERED = 20;

interface Chosen {
  id: string;
  number: number;
  title: string;
}

const labelOf = ({ number, title }: Chosen) => `#${number} ${title}`;

export interface AddDialogProps {
  links: Links;
  /** A sentence about what is added. */
  note?: string;
  onAdded?: (() => void) | undefined;
  suggestedTitle: string;
  prefersNew: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Dialog that adds to an open case, or opens a new one. */
export default function AddDialog({
  links,
  note,
  onAdded,
  suggestedTitle,
  prefersNew,
  opened,
  onClose,
}: AddDialogProps) {
  const t = useTranslations("cases.add");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const [wanted, setWanted] = useState<"existing" | "new" | undefined>(prefersNew ? "new" : undefined);
  const [chosen, setChosen] = useState<Chosen>();
  const [title, setTitle] = useState(() => caseTitle(suggestedTitle));
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  // The field also shows the label of the chosen case, which is no search.
  const search = chosen && settled === labelOf(chosen) ? "" : settled;
  const found = useQuery({
    ...trpc.cases.list.queryOptions({
      limit: MAX_OFFERED,
      filter: { state: "open", ...(search ? { search } : {}) },
    }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const cases = found.data?.entries ?? [];
  // Without any open case, a new one is offered first.
  const way = wanted ?? (found.data && cases.length === 0 && search === "" ? "new" : "existing");
  const link = useMutation(trpc.cases.link.mutationOptions());
  const open = useMutation(trpc.cases.open.mutationOptions());
  const add = async (): Promise<{ id: string; number: number; added: number }> => {
    if (way === "new")
      return { ...(await open.mutateAsync({ title, links: [links] })), added: links.refs.length };
    if (!chosen) throw new Error("No case is chosen.");
    const { id, number } = chosen;
    return { id, number, added: (await link.mutateAsync({ id, ...links })).added };
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("title")}
      action={t(way === "new" ? "openAction" : "action")}
      isReady={way === "new" ? title.trim() !== "" : chosen !== undefined}
      onConfirm={async () => {
        const { id, number, added } = await add();
        toast.linked(t(added > 0 ? "done" : "already", { number: `#${number}` }), {
          href: `/cases/${id}`,
          label: t("view"),
        });
        onAdded?.();
        await client.invalidateQueries(trpc.cases.pathFilter());
      }}
    >
      <Stack gap="md">
        {note && <div>{note}</div>}
        <SegmentedControl
          fullWidth
          aria-label={t("title")}
          data={[
            { value: "existing", label: t("existing") },
            { value: "new", label: t("new") },
          ]}
          value={way}
          onChange={(value) => setWanted(value === "new" ? "new" : "existing")}
        />
        {way === "new" ? (
          <TextInput
            label={t("newTitle")}
            required
            maxLength={MAX_TITLE}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            data-autofocus
          />
        ) : (
          <Select
            label={t("choose")}
            placeholder={t("search")}
            searchable
            clearable
            data={cases.map((one) => ({ value: one.id, label: labelOf(one) }))}
            // The service searches.
            filter={({ options }) => options}
            value={chosen?.id ?? null}
            onChange={(id) => setChosen(cases.find((one) => one.id === id))}
            searchValue={typed}
            onSearchChange={setTyped}
            data-autofocus
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
