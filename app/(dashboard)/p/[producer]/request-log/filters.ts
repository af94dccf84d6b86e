import { parseAsStringLiteral } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { matching, parseAsDay, parseAsId } from "@/app/ui/address-parsers";
import { useZone } from "@/app/ui/zone";
import { CALL_METHODS, OUTCOMES } from "@/server/domain/api-calls/schema";
import { startOf } from "../scans/filters";
import type { CallFilter } from "./types";

/** `from` and `to` are inclusive days. */
const PARSERS = {
  outcome: parseAsStringLiteral(OUTCOMES),
  method: parseAsStringLiteral(CALL_METHODS),
  endpoint: matching(/^\/[\w/{}-]{0,99}$/),
  token: parseAsId,
  request: matching(/^[\w-]{1,100}$/),
  from: parseAsDay,
  to: parseAsDay,
};

/** Filters of the request log, kept in the address. */
export function useCallFilters() {
  const [filters, setFilters] = useAddressFilters(PARSERS, { history: "push" });
  const { outcome, method, endpoint, token, request, from, to } = filters;
  const zone = useZone();
  const filter = useMemo((): CallFilter => {
    const [since, before] = [startOf(zone, from), startOf(zone, to, 1)];
    return {
      ...(outcome && { outcome }),
      ...(method && { method }),
      ...(endpoint && { endpoint }),
      ...(token && { token }),
      ...(request && { requestId: request }),
      ...(since !== undefined && { from: since }),
      ...(before !== undefined && { before }),
    };
  }, [outcome, method, endpoint, token, request, from, to, zone]);
  return { filters, setFilters, filter, count: Object.keys(filter).length };
}

export type CallFilters = ReturnType<typeof useCallFilters>;
