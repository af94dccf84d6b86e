import { useMessages, useTranslations } from "use-intl";

/** Names events in the person's language; an unknown one keeps its own name. */
export function useEventName(): (event: string) => string {
  const names = new Map<string, string>(Object.entries(useMessages().webhooks.event));
  return (event) => names.get(event) ?? event;
}

/** Events of a webhook on one line; all of them by their own names on hover. */
export function EventNames({ events }: { events: string[] }) {
  const t = useTranslations("webhooks");
  const nameOf = useEventName();
  const [first = "", ...more] = events.toSorted((a, b) => Number(b === "*") - Number(a === "*"));
  const shown = first === "*" ? t("allEvents") : nameOf(first);
  return (
    <span title={events.join(", ")}>
      {more.length === 0 ? shown : t("someEvents", { first: shown, count: more.length })}
    </span>
  );
}
