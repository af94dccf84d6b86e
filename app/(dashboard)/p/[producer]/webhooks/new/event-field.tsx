"use client";

import { Checkbox, Input, Select, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useState } from "react";
import { useTranslations } from "use-intl";
import { JsonView } from "@/app/ui/json-view";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import type { EventName } from "../types";
import classes from "./new-hook.module.css";

const GROUPS = ["item", "group", "content", "extension"] as const;

/** Events that can never happen to the target are not offered; its creation, for example, is already past. */
const NEVER_OF = {
  producer: /^$/,
  item: /^(itemCreated$|group|content)/,
  group: /^(itemCreated$|groupCreated$|content)/,
};

interface EventFieldProps {
  of: "producer" | "item" | "group";
  /** `*` stands for all events but extensions. */
  value: string[];
  onChange: (events: string[]) => void;
  error: ReactNode;
  /** Ref of the first choice. */
  inputRef: Ref<HTMLInputElement>;
}

/** Selects the events, beside a sample of the event that was last pointed at or focused. */
export function EventField({ of, value, onChange, error, inputRef }: EventFieldProps) {
  const t = useTranslations("webhooks");
  const query = useQuery({ ...useTRPC().hooks.events.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const [sample, setSample] = useState<EventName>("itemScanned");
  const events = (query.data ?? []).filter(
    ({ name, isExtension }) => !NEVER_OF[of].test(name) && (of === "producer" || !isExtension),
  );
  const isAll = value.includes("*");
  const chosenExtensions = events.flatMap(({ name, isExtension }) =>
    isExtension && value.includes(name) ? name : [],
  );
  const shown = events.find(({ name }) => name === sample) ?? events[0];

  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton height="34rem" />;
  return (
    <div className={classes.events}>
      <fieldset className={classes.choice} aria-describedby={error ? "events-fault" : undefined}>
        <legend className={classes.legend}>{t("create.events")}</legend>
        {error && (
          <Input.Error id="events-fault" role="alert">
            {error}
          </Input.Error>
        )}
        <Checkbox
          label={t("create.all")}
          ref={inputRef}
          description={t("create.allHint")}
          checked={isAll}
          onChange={(event) => onChange([...(event.currentTarget.checked ? ["*"] : []), ...chosenExtensions])}
        />
        {GROUPS.map((kind) => {
          const own = events.filter(({ name, isExtension }) =>
            isExtension ? kind === "extension" : name.startsWith(kind),
          );
          return (
            own.length > 0 && (
              <fieldset key={kind} className={classes.kind}>
                <legend className={classes.kindName}>{t(`eventGroup.${kind}`)}</legend>
                {kind === "extension" && (
                  <Input.Description>{t("eventGroup.extensionHint")}</Input.Description>
                )}
                {own.map(({ name, isExtension }) => (
                  <Checkbox
                    key={name}
                    label={name}
                    description={t(`event.${name}`)}
                    checked={(isAll && !isExtension) || value.includes(name)}
                    disabled={isAll && !isExtension}
                    onFocus={() => setSample(name)}
                    onChange={(event) => {
                      setSample(name);
                      onChange(
                        event.currentTarget.checked
                          ? [...value, name]
                          : value.filter((other) => other !== name),
                      );
                    }}
                  />
                ))}
              </fieldset>
            )
          );
        })}
      </fieldset>
      <div className={classes.sample}>
        <Select
          label={t("create.sampleOf")}
          data={events.map(({ name }) => name)}
          value={shown?.name ?? null}
          allowDeselect={false}
          onChange={(name) => setSample(events.find((event) => event.name === name)?.name ?? sample)}
        />
        {shown && (
          <JsonView
            key={shown.name}
            label={t("create.sampleLabel", { event: shown.name })}
            value={shown.sampleBody}
          />
        )}
      </div>
    </div>
  );
}
