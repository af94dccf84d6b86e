import { parseAsString } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { matching, parseAsFlag, parseAsIdOr } from "@/app/ui/address-parsers";
import { parseAsChoice } from "@/app/ui/choice";
import { STATES } from "@/server/domain/cases/schema";
import { useToday } from "./today";

const SHOWN_STATES = ["open", ...STATES] as const;
type ShownState = (typeof SHOWN_STATES)[number];

const stateIn = (text: string): ShownState | null => SHOWN_STATES.find((one) => one === text) ?? null;

/** Owner value of cases without one. */
export const NO_OWNER = "none";

const PARSERS = {
  q: parseAsString.withDefault(""),
  state: parseAsChoice<ShownState>({ parse: stateIn }).withDefault({ is: ["open"] }),
  owner: parseAsIdOr(NO_OWNER),
  tag: matching(/^[^\p{Cc},]{1,40}$/u),
  overdue: parseAsFlag,
  mentions: parseAsFlag,
};

/** Filters of the list of cases, kept in the address; open cases unless another status is chosen. */
export function useCaseFilters() {
  const [filters, setFilters] = useAddressFilters(PARSERS, { history: "push" });
  const { q, state, owner, tag, overdue, mentions } = filters;
  const today = useToday();
  const search = q.trim().slice(0, 200);
  const isUsual = "is" in state && state.is.length === 1 && state.is[0] === "open";
  const filter = useMemo(
    () => ({
      // The list as it opens has the same input as the call of the server.
      state: isUsual ? ("open" as const) : state,
      ...(owner ? { owner } : {}),
      ...(tag ? { tag } : {}),
      ...(overdue ? { dueBefore: today } : {}),
      ...(mentions ? { mentionsMe: true as const } : {}),
      ...(search ? { search } : {}),
    }),
    [isUsual, state, owner, tag, overdue, mentions, today, search],
  );
  const count = [!isUsual, owner !== null, tag !== null, overdue === true, mentions === true].filter(
    Boolean,
  ).length;
  return { filters, setFilters, filter, count, search };
}

export type CaseFilters = ReturnType<typeof useCaseFilters>;
export { SHOWN_STATES };
