"use client";

import { Button, Group, Skeleton } from "@mantine/core";
import { IconDeviceDesktopCheck, IconDevicesOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useCountryName } from "@/app/ui/country";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { Section } from "@/app/ui/section";
import section from "@/app/ui/section.module.css";
import { useSignedIn } from "@/app/ui/signed-in";
import { StateMark } from "@/app/ui/state-mark";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./account.module.css";

const SignOutEverywhere = dynamic(() => import("../_shell/sign-out-everywhere"), { ssr: false });

/** The person's open sessions, each of which can be ended. */
export function Sessions() {
  const t = useTranslations("settings.sessions");
  const toast = useToast();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.people.sessions.queryOptions());
  const [wanted, setWanted] = useState<"others" | "everywhere">();
  const close = () => setWanted(undefined);
  const endOthers = useMutation(trpc.people.endOtherSessions.mutationOptions());
  return (
    <Section title={t("title")}>
      <p className={section.dimmed}>{t("text")}</p>
      {query.isLoadingError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <ul className={classes.list}>
          {query.data.map((session) => (
            <One key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Skeleton height="6rem" />
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => setWanted("others")}>
          {t("others")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDevicesOff size={17} aria-hidden />}
          onClick={() => setWanted("everywhere")}
        >
          {t("everywhere")}
        </Button>
      </Group>
      <ConfirmDialog
        opened={wanted === "others"}
        onClose={close}
        title={t("othersTitle")}
        action={t("others")}
        onConfirm={async () => {
          await endOthers.mutateAsync();
          toast.done(t("othersEnded"));
          await queryClient.invalidateQueries(trpc.people.sessions.pathFilter());
        }}
      >
        {t("othersText")}
      </ConfirmDialog>
      {wanted === "everywhere" && <SignOutEverywhere onClose={close} />}
    </Section>
  );
}

interface OneSession {
  id: string;
  browser: string | null;
  os: string | null;
  country: string | null;
  startedAt: Date;
  seenAt: Date;
}

function One({ session: { id, browser, os, country, startedAt, seenAt } }: { session: OneSession }) {
  const t = useTranslations("settings.sessions");
  const nameOf = useCountryName();
  const toast = useToast();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const isPresent = useSignedIn().session.id === id;
  const end = useMutation(
    trpc.people.endSession.mutationOptions({
      onSuccess: () => {
        toast.done(t("ended"));
        return queryClient.invalidateQueries(trpc.people.sessions.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  const device = browser && os ? t("device", { browser, os }) : (browser ?? os ?? t("unknownDevice"));
  return (
    <li className={classes.entry}>
      <div className={classes.said}>
        <span className={classes.name}>{country ? `${device} · ${nameOf(country)}` : device}</span>
        <span className={section.dimmed}>
          {t.rich("started", { at: () => <Moment at={startedAt} /> })} ·{" "}
          {t.rich("seen", { at: () => <Moment at={seenAt} /> })}
        </span>
      </div>
      {isPresent ? (
        <StateMark icon={IconDeviceDesktopCheck} tone="good">
          {t("present")}
        </StateMark>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t("endNamed", { device })}
          loading={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}
