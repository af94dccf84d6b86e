"use client";

import { Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { focusFirstFault, usePlaceFaults } from "@/app/ui/form";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { AccessFields, type AccessValues, accessOf, accessValuesOf, hasNoScope } from "./access-fields";
import type { ListedToken } from "./types";

/** Dialog that shows and changes what a token may do, how often and from where. */
export function ChangeAccess({ token, onClose }: { token: ListedToken; onClose: () => void }) {
  const t = useTranslations("tokens.access");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const { id, kind, name } = token;
  const form = useForm<AccessValues>({
    initialValues: accessValuesOf(token),
    validate: { scopes: (_, values) => (hasNoScope(values) ? t("noScope") : null) },
  });
  const change = useMutation(
    trpc.tokens.change.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.tokens.pathFilter());
        toast.done(t("done", { name }));
        onClose();
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("title", { name })}
      size="lg"
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined);
          change.mutate({ id, ...accessOf(values) });
        }, focusFirstFault)}
      >
        <Stack>
          <AccessFields form={form} isKey={kind === "ownerKey"} />
          <DialogFoot failure={failure} busy={change.isPending} action={t("submit")} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
