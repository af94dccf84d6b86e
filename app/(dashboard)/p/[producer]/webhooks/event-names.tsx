import { useTranslations } from "use-intl";

/** Events of a webhook on one line; all of them on hover. */
export function EventNames({ events }: { events: string[] }) {
  const t = useTranslations("webhooks");
  const [first = "", ...more] = events;
  if (events.includes("*")) return t("allEvents");
  return (
    <span title={events.join(", ")}>
      {more.length === 0 ? first : t("someEvents", { first, count: more.length })}
    </span>
  );
}
