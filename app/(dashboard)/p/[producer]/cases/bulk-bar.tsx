"use client";

import { Button, Checkbox, Select, Stack, TagsInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { DayInput } from "@/app/ui/day-input";
import type { Selection } from "@/app/ui/selection";
import { SelectionBar } from "@/app/ui/selection-bar";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { MAX, STATES, type State } from "@/server/domain/cases/schema";

const FIELDS = ["state", "owner", "due", "tags"] as const;
type Field = (typeof FIELDS)[number];

/** Bar that changes the selected cases alike. */
export default function BulkBar({ selection }: { selection: Selection }) {
  const t = useTranslations("cases.bulk");
  const [isOpen, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [field, setField] = useState<Field>("state");
  return (
    <>
      <SelectionBar selection={selection}>
        {selection.count > MAX.casesAtOnce ? (
          <span role="alert">{t("limit", { max: MAX.casesAtOnce })}</span>
        ) : (
          FIELDS.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant="default"
              onClick={() => {
                setField(one);
                setOpenings((before) => before + 1);
                setOpen(true);
              }}
            >
              {t(one)}
            </Button>
          ))
        )}
      </SelectionBar>
      <BulkDialog
        // Remounted for each opening, so that its fields start anew.
        key={openings}
        field={field}
        opened={isOpen}
        selection={selection}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

interface BulkDialogProps {
  field: Field;
  opened: boolean;
  selection: Selection;
  onClose: () => void;
}

function BulkDialog({ field, opened, selection, onClose }: BulkDialogProps) {
  const t = useTranslations("cases");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const owners = useQuery({ ...trpc.cases.owners.queryOptions(), enabled: opened && field === "owner" });
  const [state, setState] = useState<State>("investigating");
  const [ownerId, setOwnerId] = useState<string | null>(null);
  const [dueOn, setDueOn] = useState("");
  const [hasNoDate, setNoDate] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  const isReady = { state: true, owner: true, due: hasNoDate || dueOn !== "", tags: tags.length > 0 };
  const change = useMutation(trpc.cases.changeMany.mutationOptions());
  const changes = {
    state: { state },
    owner: { ownerId },
    due: { dueOn: hasNoDate ? null : dueOn },
    tags: { addTags: tags },
  };
  const fields = {
    state: (
      <Select
        label={t("columns.state")}
        allowDeselect={false}
        data={STATES.filter((one) => one !== "new").map((one) => ({ value: one, label: t(`state.${one}`) }))}
        value={state}
        onChange={(value) => setState(STATES.find((one) => one === value) ?? "investigating")}
      />
    ),
    owner: (
      <Select
        label={t("bulk.chooseOwner")}
        placeholder={t("noOwner")}
        clearable
        searchable
        data={(owners.data ?? []).map(({ personId, name }) => ({ value: personId, label: name }))}
        value={ownerId}
        onChange={setOwnerId}
      />
    ),
    due: (
      <Stack gap="sm">
        <DayInput label={t("bulk.chooseDue")} value={dueOn} onChange={setDueOn} disabled={hasNoDate} />
        <Checkbox
          label={t("bulk.noDate")}
          checked={hasNoDate}
          onChange={({ currentTarget }) => setNoDate(currentTarget.checked)}
        />
      </Stack>
    ),
    tags: <TagsInput label={t("columns.tags")} value={tags} onChange={setTags} maxTags={MAX.tags} />,
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`bulk.${field}`)}
      action={t("bulk.apply", { count: selection.count })}
      isReady={isReady[field]}
      onConfirm={async () => {
        const { changed } = await change.mutateAsync({
          ids: [...selection.selected],
          change: changes[field],
        });
        selection.clear();
        toast.done(t("bulk.done", { count: changed }));
        await client.invalidateQueries(trpc.cases.pathFilter());
      }}
    >
      {fields[field]}
    </ConfirmDialog>
  );
}
