/** @jsxImportSource hono/jsx */
import type { ShownItem } from "@/server/web/verify/shown-item";
import type { Done } from "./done";
import { Icon } from "./icon";
import type { PageWords } from "./page-words";
import { pagePath } from "./paths";

interface PlaceProps {
  words: PageWords;
  item: ShownItem;
  mayBePlaced: boolean;
  done: Done | undefined;
}

/** Lets the visitor share the location of the scan. Only scripts can read it, so the form is hidden without them. */
export function Place({ words: { t }, item, mayBePlaced, done }: PlaceProps) {
  if (done === "place" || done === "late")
    return (
      <p class="card thanks" role="status" id="done">
        <Icon name={done === "place" ? "done" : "compare"} />
        {t(`place.${done === "place" ? "done" : "late"}`)}
      </p>
    );
  if (!mayBePlaced) return null;
  return (
    <form
      class="card place"
      method="post"
      action={`${pagePath(item.identifier)}/place`}
      data-share-place
      aria-labelledby="place"
    >
      <h2 id="place">
        <Icon name="pin" />
        {t("place.title")}
      </h2>
      <p>{t("place.text", { brand: item.past.producerName })}</p>
      <input type="hidden" name="latitude" value="" />
      <input type="hidden" name="longitude" value="" />
      <button type="submit">{t("place.share")}</button>
      <p role="status" class="dim" data-asking={t("place.asking")} data-denied={t("place.denied")} />
    </form>
  );
}
