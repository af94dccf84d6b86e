"use client";

import { Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { differencesOf, mergedOf } from "@/app/ui/conflict";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { useFailureText } from "@/app/ui/failure";
import { NumberField } from "@/app/ui/number-field";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Quotas } from "@/server/domain/storage/schema";
import type { Present } from "@/server/trpc/unless-stale";
import type { OneProducer } from "../types";

const GIB = 2 ** 30;
const MAX_GIB = 2 ** 20;

type Bytes = Omit<Quotas, "producerId">;

const FIELDS = ["fileBytes", "recordBytes"] as const;
const WORDS = { fileBytes: "files", recordBytes: "records" } as const;

const gibOf = (bytes: Bytes): Record<keyof Bytes, number | string> => ({
  fileBytes: bytes.fileBytes / GIB,
  recordBytes: bytes.recordBytes / GIB,
});

const bytesOf = (gib: number | string) => Math.round(Number(gib) * GIB);

/** Form that changes a producer's quotas. */
export function QuotaDialog({ producer, onClose }: { producer: OneProducer; onClose: () => void }) {
  const t = useTranslations("storage.change");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const format = useFormatter();
  const failureText = useFailureText();
  const { fileQuota, recordQuota } = producer.storage;
  // The state when the dialog opened; refetches do not change it.
  const [opened, setOpened] = useState<{ state: Bytes; version: string }>({
    state: { fileBytes: fileQuota, recordBytes: recordQuota },
    version: producer.versions.quotas,
  });
  const [typed, setTyped] = useState(() => gibOf(opened.state));
  const [present, setPresent] = useState<Present<Bytes>>();
  const mine: Bytes = { fileBytes: bytesOf(typed.fileBytes), recordBytes: bytesOf(typed.recordBytes) };
  const setQuotas = useMutation(
    trpc.admin.setQuotas.mutationOptions({
      onSuccess: async (outcome) => {
        if ("present" in outcome) return setPresent(outcome.present);
        toast.done(t("done"));
        onClose();
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
      },
    }),
  );
  const save = (quotas: Bytes, version: string) =>
    setQuotas.mutate({ producerId: producer.id, ...quotas, version });

  /** Continue from the saved state with the chosen values. */
  const resolve = ({ state, version }: Present<Bytes>, taken: ReadonlySet<string>) => {
    const merged = mergedOf(mine, state, FIELDS, taken);
    setPresent(undefined);
    setOpened({ state, version });
    setTyped(gibOf(merged));
    save(merged, version);
  };

  const gib = (bytes: number) => `${format.number(bytes / GIB, { maximumFractionDigits: 3 })} GiB`;
  return (
    <Dialog
      opened
      onClose={() => !setQuotas.isPending && onClose()}
      title={t("title", { name: producer.name })}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save(mine, opened.version);
        }}
      >
        <Stack gap="md">
          {FIELDS.map((field, position) => (
            <NumberField
              key={field}
              label={t(WORDS[field])}
              description={t(`${WORDS[field]}Hint`)}
              data-autofocus={position === 0 ? true : undefined}
              required
              min={0}
              max={MAX_GIB}
              decimalScale={3}
              suffix=" GiB"
              value={typed[field]}
              onChange={(value) => setTyped({ ...typed, [field]: value })}
            />
          ))}
          <DialogFoot
            failure={setQuotas.error && failureText(setQuotas.error)}
            busy={setQuotas.isPending}
            action={t("action")}
            onClose={onClose}
          />
        </Stack>
      </form>
      {present && (
        <ConflictDialog
          saved={present}
          differences={differencesOf<Bytes, keyof Bytes>(
            { base: opened.state, mine, theirs: present.state },
            FIELDS,
            (state, field) => state[field],
          )}
          show={(field) => ({
            label: t(WORDS[field]),
            mine: gib(mine[field]),
            theirs: gib(present.state[field]),
          })}
          onClose={() => setPresent(undefined)}
          onChoose={(taken) => resolve(present, taken)}
        />
      )}
    </Dialog>
  );
}
