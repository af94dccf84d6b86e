"use client";

import { Button, Checkbox, Group } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClockExclamation,
  IconClockX,
  IconKey,
  IconLock,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsFlag } from "@/app/ui/address-parsers";
import { type Column, DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment, useNowRoughly } from "@/app/ui/moment";
import { useCan, useSignedIn } from "@/app/ui/signed-in";
import { StateMark } from "@/app/ui/state-mark";
import { useTRPC } from "@/app/ui/trpc";
import { AccessSummary } from "./access-summary";
import { ChangeAccess } from "./change-access";
import { RevokeToken } from "./revoke-token";
import classes from "./tokens.module.css";
import { type ListedToken, stateOf } from "./types";

const LOOK_OF = {
  good: { icon: IconCircleCheck, tone: "good" },
  soon: { icon: IconClockExclamation, tone: "bad" },
  expired: { icon: IconClockX, tone: "plain" },
  revoked: { icon: IconBan, tone: "plain" },
  refused: { icon: IconLock, tone: "bad" },
} as const;

const FILTERS = { all: parseAsFlag.withDefault(false) };

/** Tokens and owner keys; expired and revoked ones on request. */
export function TokenList({ onCreate }: { onCreate: () => void }) {
  const t = useTranslations("tokens");
  const now = useNowRoughly();
  const canChange = useCan("owner");
  const isSuspended = (useSignedIn().chosen?.suspendedReason ?? null) !== null;
  const query = useQuery(useTRPC().tokens.list.queryOptions());
  const [{ all: showAll }, setFilters] = useAddressFilters(FILTERS);
  const [changing, setChanging] = useState<ListedToken>();
  const [revoking, setRevoking] = useState<ListedToken>();
  const section = useRef<HTMLElement>(null);
  const works = (token: ListedToken) => ["good", "soon"].includes(stateOf(token, now));
  const hasOthers = query.data?.some((token) => !works(token)) ?? false;
  const list = wholeListOf(query, (tokens) => (showAll ? tokens : tokens.filter(works)));
  const revocation: Column<ListedToken> = {
    key: "revoke",
    header: t("revoke"),
    hideHeader: true,
    width: "11.5rem",
    align: "end",
    cell: (token) =>
      works(token) && (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t("access.changeOf", { name: token.name })}
            onClick={() => setChanging(token)}
          >
            {t("access.label")}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t("revokeOf", { name: token.name })}
            onClick={() => setRevoking(token)}
          >
            {t("revoke")}
          </Button>
        </Group>
      ),
  };
  return (
    <section ref={section} tabIndex={-1} aria-label={t("title")}>
      {hasOthers && (
        <div className={classes.filters}>
          <Checkbox
            label={t("showRevoked")}
            checked={showAll}
            onChange={(event) => setFilters({ all: event.currentTarget.checked })}
          />
        </div>
      )}
      <DataList
        label={t("title")}
        query={list}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        empty={
          <EmptyState
            icon={hasOthers ? IconAlertTriangle : IconKey}
            title={t(hasOthers ? "empty.noneActive" : "empty.title")}
            action={
              canChange && (
                <Button variant="default" onClick={onCreate}>
                  {t("new")}
                </Button>
              )
            }
          >
            {t(hasOthers ? "empty.noneActiveText" : "empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "name",
            header: t("name"),
            cell: (token) => (
              <span title={token.name}>
                <span className={classes.name}>{token.name}</span> <AccessSummary token={token} />
              </span>
            ),
          },
          {
            key: "hint",
            header: t("hint"),
            width: "6rem",
            from: "lg",
            cell: ({ hint }) => <code className={classes.hint}>…{hint}</code>,
          },
          {
            key: "state",
            header: t("state"),
            width: "9rem",
            cell: (token) => {
              const state = isSuspended && works(token) ? "refused" : stateOf(token, now);
              return <StateMark {...LOOK_OF[state]}>{t(`stateOf.${state}`)}</StateMark>;
            },
          },
          {
            key: "lastUsed",
            header: t("lastUsed"),
            width: "9.5rem",
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t("neverUsed")),
          },
          {
            key: "expires",
            header: t("expires"),
            width: "9rem",
            from: "sm",
            cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} /> : t("never")),
          },
          {
            key: "created",
            header: t("created"),
            width: "9rem",
            from: "xl",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
          ...(canChange ? [revocation] : []),
        ]}
      />
      {changing && <ChangeAccess token={changing} onClose={() => setChanging(undefined)} />}
      {revoking && (
        <RevokeToken
          token={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => section.current?.focus()}
        />
      )}
    </section>
  );
}
