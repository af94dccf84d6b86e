"use client";

import { Button, Group, Progress } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { usePercent } from "./percent";
import { useToast } from "./toast";
import { useTRPC } from "./trpc";

const POLL_INTERVAL_MS = 700;

interface DemoSeedingProps {
  /** Whether demo data was requested just now; then the state `none` counts as failed. */
  wanted?: boolean;
  /** The current producer, if it is the demo itself. */
  here?: string;
  onOpen: (producerId: string) => void;
}

/** Progress of requested demo data and, once it is ready, the link to its producer. */
export function DemoSeeding({ wanted = false, here, onOpen }: DemoSeedingProps) {
  const t = useTranslations("common.demo");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const percentText = usePercent();
  const { data: seeding } = useQuery({
    ...trpc.setUp.demoProgress.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.state === "underWay" ? POLL_INTERVAL_MS : false),
  });
  const again = useMutation(
    trpc.setUp.seedDemo.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.setUp.demoProgress.pathFilter()),
      onError: toast.failed,
    }),
  );

  if (seeding === undefined || (seeding.state === "none" && !wanted)) return null;
  if (seeding.state === "underWay") {
    const { percent } = seeding;
    return (
      <div>
        <div id="demo-progress">{t("underWay", { percent: percentText(percent / 100) })}</div>
        <Progress.Root size="md" mt="xs">
          <Progress.Section value={percent} aria-labelledby="demo-progress" />
        </Progress.Root>
      </div>
    );
  }
  if (seeding.state === "done") {
    const { producerId } = seeding;
    if (producerId === here) return null;
    return (
      <Group role="status">
        <span>{t("done")}</span>
        <Button onClick={() => onOpen(producerId)}>{t("open")}</Button>
      </Group>
    );
  }
  return (
    <Group role="alert">
      <span>{t("failed")}</span>
      <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
        {t("again")}
      </Button>
    </Group>
  );
}
