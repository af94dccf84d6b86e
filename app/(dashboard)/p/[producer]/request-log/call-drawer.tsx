"use client";

import { Skeleton } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { DetailDrawer } from "@/app/ui/detail-drawer";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import { CallDetails } from "./call-details";
import type { OpenedCall as Call } from "./types";

interface CallDrawerProps {
  baseUrl: string;
  /** Null if no call is open. */
  callId: string | null;
  onClose: () => void;
}

/** Drawer with one call. */
export function CallDrawer({ baseUrl, callId, onClose }: CallDrawerProps) {
  const t = useTranslations("requestLog.call");
  return (
    <DetailDrawer isOpen={callId !== null} title={t("title")} onClose={onClose}>
      {callId !== null && <Opened key={callId} baseUrl={baseUrl} id={callId} />}
    </DetailDrawer>
  );
}

function Opened({ baseUrl, id }: { baseUrl: string; id: string }) {
  return <OpenedCall baseUrl={baseUrl} query={useQuery(useTRPC().requestLog.get.queryOptions({ id }))} />;
}

/** A call, once it is loaded. */
export function OpenedCall({
  baseUrl,
  query,
}: {
  baseUrl: string;
  query: Pick<UseQueryResult<Call | undefined, unknown>, "data" | "isError" | "error" | "refetch">;
}) {
  if (query.data) return <CallDetails baseUrl={baseUrl} call={query.data} />;
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height="20rem" />;
}
