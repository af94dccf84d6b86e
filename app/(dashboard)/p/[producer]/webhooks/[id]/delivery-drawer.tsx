"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { DetailDrawer } from "@/app/ui/detail-drawer";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedHook } from "../types";
import { DeliveryDetails } from "./delivery-details";

const POLL_INTERVAL_MS = 1_000;

interface DeliveryDrawerProps {
  hook: ListedHook;
  /** Null if no delivery is open. */
  deliveryId: string | null;
  onClose: () => void;
}

/** Drawer with one delivery; polled while the delivery waits for its next attempt. */
export function DeliveryDrawer({ hook, deliveryId, onClose }: DeliveryDrawerProps) {
  const t = useTranslations("webhooks.delivery");
  return (
    <DetailDrawer isOpen={deliveryId !== null} title={t("title")} onClose={onClose}>
      {deliveryId !== null && <Opened key={deliveryId} hook={hook} id={deliveryId} />}
    </DetailDrawer>
  );
}

function Opened({ hook, id }: { hook: ListedHook; id: string }) {
  const query = useQuery({
    ...useTRPC().deliveries.get.queryOptions({ hookId: hook.id, id }),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? POLL_INTERVAL_MS : false),
  });
  if (query.data) return <DeliveryDetails hook={hook} delivery={query.data} />;
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height="20rem" />;
}
