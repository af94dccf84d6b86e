"use client";

import { Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { ROLES } from "@/server/domain/cases/schema";
import type { CasePerson } from "../types";

const NEW_PERSON: Omit<CasePerson, "id"> = { role: "seller", name: "", contact: "", note: "" };

interface PersonDialogProps {
  caseId: string;
  /** The person to edit; a new one without it. */
  person: CasePerson | undefined;
  onClose: () => void;
}

/** Dialog that adds a person to a case, or edits one. */
export function PersonDialog({ caseId, person, onClose }: PersonDialogProps) {
  const t = useTranslations("cases.people");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const add = useMutation(trpc.cases.addPerson.mutationOptions());
  const change = useMutation(trpc.cases.changePerson.mutationOptions());
  // What another member saves meanwhile in the other fields stays.
  const [changes, setChanges] = useState<Partial<Omit<CasePerson, "id">>>({});
  const values = { ...(person ?? NEW_PERSON), ...changes };
  const set = (more: typeof changes) => setChanges({ ...changes, ...more });
  const optional = (label: string) => `${label} (${tCommon("optional")})`;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(person ? "edit" : "add")}
      action={tCommon("save")}
      isReady={values.name.trim() !== ""}
      onConfirm={async () => {
        if (person) await change.mutateAsync({ id: caseId, personId: person.id, changes });
        else await add.mutateAsync({ ...values, id: caseId });
        toast.done(t("saved"));
        await client.invalidateQueries(trpc.cases.pathFilter());
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t("name")}
          required
          maxLength={100}
          value={values.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          data-autofocus
        />
        <Select
          label={t("role")}
          allowDeselect={false}
          data={ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
          value={values.role}
          onChange={(value) => set({ role: ROLES.find((role) => role === value) ?? "other" })}
        />
        <TextInput
          label={optional(t("contact"))}
          description={t("contactHint")}
          maxLength={500}
          value={values.contact}
          onChange={({ currentTarget }) => set({ contact: currentTarget.value })}
        />
        <Textarea
          label={optional(t("note"))}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1000}
          value={values.note}
          onChange={({ currentTarget }) => set({ note: currentTarget.value })}
        />
      </Stack>
    </ConfirmDialog>
  );
}
