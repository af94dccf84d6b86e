"use client";

import { Button, Group, Select, Skeleton, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { JsonView } from "@/app/ui/json-view";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import type { EventName, ListedHook } from "../types";

interface SendTestProps {
  hook: ListedHook;
  onClose: () => void;
  onSent: (deliveryId: string) => void;
}

/** Dialog that sends a sample event to a webhook and then shows the delivery. */
export function SendTest({ hook, onClose, onSent }: SendTestProps) {
  const t = useTranslations("webhooks.test");
  const tCreate = useTranslations("webhooks.create");
  const tCommon = useTranslations("common");
  const failureText = useFailureText();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const catalogue = useQuery({ ...trpc.hooks.events.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const events = catalogue.data ?? [];
  const [chosen, setChosen] = useState<EventName>();
  const named = (wanted: string | undefined) => events.find(({ name }) => name === wanted);
  const [first] = hook.events;
  const waitsForScans = hook.events.includes("*") || hook.events.includes("itemScanned");
  const event = named(chosen) ?? named(waitsForScans ? "itemScanned" : first);
  const send = useMutation(
    trpc.hooks.sendTest.mutationOptions({
      onSuccess: ({ deliveryId }) => {
        void queryClient.invalidateQueries(trpc.deliveries.pathFilter());
        onClose();
        onSent(deliveryId);
      },
    }),
  );
  return (
    <Dialog opened onClose={onClose} title={t("title")} size="lg">
      <Stack>
        <span>{t("text")}</span>
        {catalogue.isPending && <Skeleton height="24rem" />}
        {catalogue.isError && <LoadFailed error={catalogue.error} onRetry={() => void catalogue.refetch()} />}
        {catalogue.data && (
          <Select
            label={t("event")}
            data={events.map(({ name }) => name)}
            value={event?.name ?? null}
            allowDeselect={false}
            data-autofocus
            onChange={(name) => setChosen(events.find((each) => each.name === name)?.name)}
          />
        )}
        {event && (
          <JsonView
            key={event.name}
            label={tCreate("sampleLabel", { event: event.name })}
            value={event.sampleBody}
          />
        )}
        <FormFailure>{send.isError && failureText(send.error)}</FormFailure>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {tCommon("cancel")}
          </Button>
          <Button
            loading={send.isPending}
            disabled={!event}
            onClick={() => event && send.mutate({ id: hook.id, event: event.name })}
          >
            {t("send")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
