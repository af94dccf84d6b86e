"use client";

import { ActionIcon, Loader } from "@mantine/core";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./top-bar.module.css";

const POLL_INTERVAL_MS = 3_000;

/** Link to the jobs while one is running; refetched meanwhile. Pages refetch their data when one ends. */
export function RunningJobs() {
  const t = useTranslations("shell");
  const { chosen } = useSignedIn();
  const trpc = useTRPC();
  const client = useQueryClient();
  const { data } = useQuery({
    ...trpc.jobs.running.queryOptions(chosen ? undefined : skipToken),
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? POLL_INTERVAL_MS : false),
  });
  const count = data?.length ?? 0;
  const earlier = useRef(count);
  useEffect(() => {
    if (count < earlier.current) void client.invalidateQueries(trpc.pathFilter());
    earlier.current = count;
  }, [count, client, trpc]);
  if (count === 0) return null;
  const label = t("runningJobs", { count });
  return (
    <ActionIcon
      component={Link}
      href="/jobs"
      size="lg"
      className={classes.jobs}
      aria-label={label}
      title={label}
    >
      <Loader size={18} color="var(--mantine-color-anchor)" aria-hidden />
    </ActionIcon>
  );
}
