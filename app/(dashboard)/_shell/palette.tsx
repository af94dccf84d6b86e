"use client";

import "@mantine/spotlight/styles.layer.css";
import { Input, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconArrowRight, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import classes from "./palette.module.css";
import { type Hit, useActions, useFound } from "./palette-hits";

const [store, palette] = createSpotlight();

const DEBOUNCE_MS = 120;
const LIST_ID = "palette-entries";
const STEP_OF: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const entryId = (at: number) => `palette-entry-${at}`;

interface EntryProps {
  id: string;
  hit: Hit;
  isCurrent: boolean;
  onGo: (hit: Hit) => void;
}

function Entry({ id, hit, isCurrent, onGo }: EntryProps) {
  const { label, description, icon: Shape } = hit;
  const own = Spotlight.Action.classes;
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={isCurrent}
      data-selected={isCurrent || undefined}
      // A scrollable region must be reachable by keyboard in every browser.
      tabIndex={isCurrent ? 0 : -1}
      className={`${own.action} ${classes.entry}`}
      // The focus stays in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onGo(hit)}
    >
      <span className={own.actionSection} data-position="left" data-dimmed>
        <Shape size={18} stroke={1.6} aria-hidden />
      </span>
      <span className={own.actionBody}>
        <span className={own.actionLabel}>{label}</span>
        {description && <span className={own.actionDescription}>{description}</span>}
      </span>
      <span className={own.actionSection} data-position="right" data-dimmed>
        <IconArrowRight size={15} aria-hidden />
      </span>
    </UnstyledButton>
  );
}

/** Entries for the typed text; results for earlier text are never shown. */
function useGroups(typed: string) {
  const t = useTranslations("shell.search");
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const { groups, query } = useFound(settled);
  const isSettled = wanted === settled && !query.isLoading;
  const actions = useActions().filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  return {
    groups: [
      ...(isSettled ? groups : []),
      ...(actions.length > 0 ? [{ label: t("actions"), hits: actions }] : []),
    ],
    isSettled,
    failure: isSettled && query.isError ? query.error : undefined,
  };
}

/** Command palette: search and navigation. A higher `opening` opens it. */
export default function Palette({ opening }: { opening: number }) {
  const t = useTranslations("shell.search");
  const failureText = useFailureText();
  const [typed, setTyped] = useState("");
  // Undefined selects the first entry, whichever entry that becomes.
  const [chosen, setChosen] = useState<string>();
  const { groups, isSettled, failure } = useGroups(typed);
  const hits = groups.flatMap((group) => group.hits);
  const at = Math.max(
    0,
    hits.findIndex(({ id }) => id === chosen),
  );
  const current = hits[at];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new number opens the palette.
  useEffect(() => palette.open(), [opening]);

  const type = (text: string) => {
    setTyped(text);
    setChosen(undefined);
  };
  const go = (hit: Hit) => {
    palette.close();
    hit.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEP_OF[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) return current && go(current);
    const next = (at + step + hits.length) % hits.length;
    setChosen(hits[next]?.id);
    document.getElementById(entryId(next))?.scrollIntoView({ block: "nearest" });
  };

  const said = !isSettled ? t("searching") : hits.length === 0 && !failure ? t("nothing") : undefined;
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={type}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="12dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      maxHeight="min(30rem, 70dvh)"
      attributes={{ content: { "aria-label": t("open") } }}
    >
      <Input
        size="lg"
        classNames={{ input: Spotlight.Search.classes.search ?? "" }}
        placeholder={t("placeholder")}
        aria-label={t("placeholder")}
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hits.length > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={current && entryId(at)}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      {failure !== undefined && <Spotlight.Empty role="alert">{failureText(failure)}</Spotlight.Empty>}
      {said && hits.length === 0 && <Spotlight.Empty>{said}</Spotlight.Empty>}
      <span role="status" className="visually-hidden">
        {said ?? (typed.trim() === "" ? "" : t("count", { count: hits.length }))}
      </span>
      {hits.length > 0 && (
        <Spotlight.ActionsList id={LIST_ID} role="listbox" aria-label={t("open")}>
          {groups.map(({ label, hits: ofGroup }) => (
            <Spotlight.ActionsGroup key={label} label={label} role="group" aria-label={label}>
              {ofGroup.map((hit) => (
                <Entry
                  key={hit.id}
                  id={entryId(hits.indexOf(hit))}
                  hit={hit}
                  isCurrent={hit === current}
                  onGo={go}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
    </Spotlight.Root>
  );
}
