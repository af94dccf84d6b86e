"use client";

import { Checkbox, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ChoiceSelect } from "@/app/ui/choice-select";
import { ClearFilters } from "@/app/ui/clear-filters";
import { FilterFold } from "@/app/ui/filter-fold";
import { SearchInput } from "@/app/ui/search-input";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./cases.module.css";
import { type CaseFilters, NO_OWNER, SHOWN_STATES } from "./filters";

/** Filters of the list of cases; behind a button in narrow windows. */
export function FilterBar({ filters, setFilters, count }: CaseFilters) {
  const t = useTranslations("cases");
  const trpc = useTRPC();
  const { person } = useSignedIn();
  const owners = useQuery(trpc.cases.owners.queryOptions());
  const tags = useQuery(trpc.cases.tags.queryOptions());
  const others = (owners.data ?? []).filter(({ personId }) => personId !== person.id);
  return (
    <search className={classes.bar} aria-label={t("filters.label")}>
      <SearchInput label={t("search")} value={filters.q} onChange={(q) => setFilters({ q })} />
      <FilterFold count={count}>
        <div className={classes.fields}>
          <ChoiceSelect
            label={t("filters.state")}
            placeholder={t("filters.anyState")}
            data={SHOWN_STATES.map((one) => ({
              value: one,
              label: one === "open" ? t("filters.open") : t(`state.${one}`),
            }))}
            value={filters.state}
            onChange={(state) => setFilters({ state: state ?? { is: [...SHOWN_STATES] } })}
          />
          <Select
            label={t("filters.owner")}
            placeholder={t("filters.anyOwner")}
            size="sm"
            clearable
            data={[
              { value: person.id, label: t("filters.me") },
              { value: NO_OWNER, label: t("filters.noOwner") },
              ...others.map(({ personId, name }) => ({ value: personId, label: name })),
            ]}
            value={filters.owner}
            onChange={(owner) => setFilters({ owner })}
          />
          <Select
            label={t("filters.tag")}
            placeholder={t("filters.anyTag")}
            size="sm"
            clearable
            searchable
            data={[...new Set([...(tags.data ?? []), ...(filters.tag ? [filters.tag] : [])])]}
            value={filters.tag}
            onChange={(tag) => setFilters({ tag })}
          />
          <Checkbox
            className={classes.check ?? ""}
            label={t("filters.mentionsMe")}
            checked={filters.mentions === true}
            onChange={({ currentTarget }) => setFilters({ mentions: currentTarget.checked || null })}
          />
          <Checkbox
            className={classes.check ?? ""}
            label={t("filters.overdue")}
            checked={filters.overdue === true}
            onChange={({ currentTarget }) => setFilters({ overdue: currentTarget.checked || null })}
          />
        </div>
      </FilterFold>
      {count > 0 && <ClearFilters onClear={() => setFilters(null)} />}
    </search>
  );
}
