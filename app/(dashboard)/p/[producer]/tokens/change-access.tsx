"use client";

import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { mergedOf } from "@/app/ui/conflict";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { focusFirstFault, usePlaceFaults } from "@/app/ui/form";
import type { Conflict } from "@/app/ui/form-conflict";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { AccessConflict, FIELDS } from "./access-conflict";
import { AccessFields, type AccessValues, accessOf, accessValuesOf, hasNoScope } from "./access-fields";
import type { Access, ListedToken } from "./types";

/** Dialog that shows and changes what a token may do, how often and from where. */
export function ChangeAccess({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const t = useTranslations("tokens.access");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const [opened, setOpened] = useState<{ state: Access; version: string }>({
    state: token,
    version: token.version,
  });
  const [conflict, setConflict] = useState<Conflict<Access>>();
  const { id, kind, name } = token;
  const form = useForm<AccessValues>({
    initialValues: accessValuesOf(token),
    validate: { scopes: (_, values) => (hasNoScope(values) ? t("noScope") : null) },
  });
  const change = useMutation(
    trpc.tokens.change.mutationOptions({
      onSuccess: async (outcome) => {
        if ("present" in outcome) return;
        await queryClient.invalidateQueries(trpc.tokens.pathFilter());
        toast.done(t("done", { name }));
        onClose();
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  const send = (mine: ReturnType<typeof accessOf>, { state, version }: typeof opened) => {
    setFailure(undefined);
    change.mutate(
      { id, ...mine, version },
      {
        onSuccess: (outcome) =>
          "present" in outcome && setConflict({ base: state, mine, present: outcome.present }),
      },
    );
  };

  /** Continues from the saved access with the chosen fields. */
  const resolve = ({ mine, present }: Conflict<Access>, taken: ReadonlySet<string>) => {
    const values = accessValuesOf(mergedOf<Access, keyof Access>(mine, present.state, FIELDS, taken));
    setConflict(undefined);
    setOpened(present);
    form.setValues(values);
    send(accessOf(values), present);
  };

  return (
    <Dialog opened onClose={onClose} title={t("title", { name })} size="lg">
      <form onSubmit={form.onSubmit((values) => send(accessOf(values), opened), focusFirstFault)}>
        <Stack>
          <AccessFields form={form} isKey={kind === "ownerKey"} />
          <DialogFoot failure={failure} busy={change.isPending} action={t("submit")} onClose={onClose} />
        </Stack>
      </form>
      {conflict && (
        <AccessConflict
          conflict={conflict}
          onClose={() => setConflict(undefined)}
          onChoose={(taken) => resolve(conflict, taken)}
        />
      )}
    </Dialog>
  );
}
