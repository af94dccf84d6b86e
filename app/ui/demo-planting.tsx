"use client";

import { Button, Group, Progress } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { usePercent } from "./percent";
import { useToast } from "./toast";
import { useTRPC } from "./trpc";

const ASK_EVERY_MS = 700;

interface DemoPlantingProps {
  /** Whether it was asked for just now: then it is missed where nothing is known of it. */
  wanted?: boolean;
  /** The demo's producer, where the person is in it already. */
  here?: string;
  onOpen: (producerId: string) => void;
}

/** How far the demo is that an admin has asked for and, once it is there, the way to it. */
export function DemoPlanting({ wanted = false, here, onOpen }: DemoPlantingProps) {
  const t = useTranslations("common.demo");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const percentText = usePercent();
  const { data: planting } = useQuery({
    ...trpc.setUp.demoProgress.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.state === "underWay" ? ASK_EVERY_MS : false),
  });
  const again = useMutation(
    trpc.setUp.plantDemo.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.setUp.demoProgress.pathFilter()),
      onError: toast.failed,
    }),
  );

  if (planting === undefined || (planting.state === "none" && !wanted)) return null;
  if (planting.state === "underWay") {
    const { percent } = planting;
    return (
      <div>
        <div id="demo-progress">{t("underWay", { percent: percentText(percent / 100) })}</div>
        <Progress.Root size="md" mt="xs">
          <Progress.Section value={percent} aria-labelledby="demo-progress" />
        </Progress.Root>
      </div>
    );
  }
  if (planting.state === "done") {
    const { producerId } = planting;
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
