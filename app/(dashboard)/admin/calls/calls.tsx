"use client";

import { IconListDetails } from "@tabler/icons-react";
import { skipToken, useQuery } from "@tanstack/react-query";
import { parseAsString } from "nuqs";
import { useTranslations } from "use-intl";
import { CallStatus } from "@/app/(dashboard)/p/[producer]/request-log/call-columns";
import { OpenedCall } from "@/app/(dashboard)/p/[producer]/request-log/call-drawer";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { DataList } from "@/app/ui/data-list";
import { DetailDrawer } from "@/app/ui/detail-drawer";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useTRPC } from "@/app/ui/trpc";
import classes from "../people/people.module.css";

const FILTERS = { request: parseAsString.withDefault(""), call: parseAsId };
const MAX_CHARACTERS = 100;

/** Calls of the API of all producers, by their request id. */
export function Calls({ baseUrl }: { baseUrl: string }) {
  const t = useTranslations("admin.calls");
  const [{ request, call }, setFilters] = useAddressFilters(FILTERS);
  const requestId = request.trim().slice(0, MAX_CHARACTERS);
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <search className={classes.filters}>
        <SearchInput label={t("search")} value={request} onChange={(request) => setFilters({ request })} />
      </search>
      {requestId === "" ? (
        <EmptyState icon={IconListDetails} title={t("start.title")}>
          {t("start.text")}
        </EmptyState>
      ) : (
        <Found requestId={requestId} onOpen={(call) => setFilters({ call })} />
      )}
      <DetailDrawer isOpen={call !== null} title={t("call")} onClose={() => setFilters({ call: null })}>
        {call !== null && <Opened key={call} baseUrl={baseUrl} id={call} />}
      </DetailDrawer>
    </>
  );
}

function Opened({ baseUrl, id }: { baseUrl: string; id: string }) {
  return <OpenedCall baseUrl={baseUrl} query={useQuery(useTRPC().admin.apiCall.queryOptions({ id }))} />;
}

function Found({ requestId, onOpen }: { requestId: string; onOpen: (id: string) => void }) {
  const t = useTranslations("admin.calls");
  const tLog = useTranslations("requestLog");
  const query = useQuery(useTRPC().admin.apiCalls.queryOptions(requestId ? { requestId } : skipToken));
  return (
    <DataList
      label={t("title")}
      query={wholeListOf(query, (calls) => calls)}
      rowId={({ id }) => id}
      rowName={({ method, endpoint, producer }) => `${method} ${endpoint}, ${producer}`}
      onOpen={({ id }) => onOpen(id)}
      empty={
        <EmptyState icon={IconListDetails} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      }
      columns={[
        {
          key: "call",
          header: tLog("columns.call"),
          cell: ({ method, endpoint }) => (
            <code>
              {method} {endpoint}
            </code>
          ),
        },
        {
          key: "producer",
          header: t("producer"),
          cell: ({ producer, sandbox }) => (sandbox > 0 ? t("inSandbox", { producer }) : producer),
        },
        {
          key: "status",
          header: tLog("columns.status"),
          width: "12rem",
          cell: (call) => <CallStatus of={call} />,
        },
        {
          key: "at",
          header: tLog("columns.at"),
          width: "9.5rem",
          cell: ({ at }) => <Moment at={at} />,
        },
      ]}
    />
  );
}
