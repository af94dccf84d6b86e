/** @jsxImportSource hono/jsx */
import type { ShownItem } from "@/server/web/verify/shown-item";
import type { Visit } from "@/server/web/verify/visit";
import { Band } from "./band";
import type { Done } from "./done";
import { Icon } from "./icon";
import { dayIn, Ownership } from "./ownership";
import type { PageWords } from "./page-words";
import { pastInWords, unusualIn } from "./past-in-words";
import { thumbnailOf } from "./paths";
import { Place } from "./place";
import { Report } from "./report";

const WIDTHS = [320, 480, 640, 960, 1280];

interface ItemProps {
  words: PageWords;
  item: ShownItem;
  visit: Visit;
  done: Done | undefined;
}

function Verdict({ words, item: { isInvalidated, past }, visit: { ownership } }: ItemProps) {
  const { t } = words;
  const brand = past.producerName;
  if (!isInvalidated && ownership?.state === "owned" && ownership.stolenAt) {
    const date = dayIn(words, ownership.stolenAt);
    return (
      <Band tone="invalidated" icon="shieldX">
        <p class="verdict">{t("own.stolen")}</p>
        <p>{ownership.ownSecret ? t("own.stolenYours", { date }) : t("own.stolenText", { date, brand })}</p>
      </Band>
    );
  }
  return (
    <Band
      tone={isInvalidated ? "invalidated" : "registered"}
      icon={isInvalidated ? "shieldX" : "shieldCheck"}
    >
      <p class="verdict">{isInvalidated ? t("invalidated") : t("registered", { brand })}</p>
      <p>{t(isInvalidated ? "invalidatedText" : "registeredText", { brand })}</p>
    </Band>
  );
}

/** Fixed aspect ratio, so that loading does not shift the layout. */
const Picture = ({ identifier, alt }: { identifier: string; alt: string }) => (
  <img
    class="picture"
    src={thumbnailOf(identifier, 640)}
    srcset={WIDTHS.map((width) => `${thumbnailOf(identifier, width)} ${width}w`).join(", ")}
    sizes="(min-width: 36rem) 34rem, 100vw"
    width="640"
    height="640"
    alt={alt}
    fetchpriority="high"
  />
);

function Scans({ words, visit: { recorded }, item: { past } }: ItemProps) {
  const unusual = unusualIn(past);
  return (
    <section class={`past ${unusual ? "unusual" : ""}`} aria-label={words.t("past.title")}>
      <Icon name="history" />
      <p>
        {pastInWords(words, past, recorded === "yes")}{" "}
        {unusual && words.t(`past.${unusual}`, { countries: past.countries })}
      </p>
    </section>
  );
}

function Details({ words: { t }, item: { infos, withheld, locale, past } }: ItemProps) {
  const brand = past.producerName;
  return (
    <section class="details" aria-labelledby="details">
      <h2 id="details">{t("details", { brand })}</h2>
      {infos.length > 0 && (
        <dl lang={locale}>
          {infos.map(({ label, values }) => (
            <div>
              <dt>{label || "–"}</dt>
              {(values.length === 0 ? ["–"] : values).map((value) => (
                <dd>{value}</dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      {withheld > 0 && <p class="dim">{t("withheld", { count: withheld, brand })}</p>}
    </section>
  );
}

/** Page of a registered item: what the code proves, what the item is, and what to do. */
export function Item(props: ItemProps) {
  const { words, item, visit, done } = props;
  const { t } = words;
  const brand = item.past.producerName;
  const title = item.title ?? t("untitled", { brand });
  return (
    <>
      <article class="card">
        <Verdict {...props} />
        {item.hasImage && <Picture identifier={item.identifier} alt={t("image", { title })} />}
        <div class="body">
          <p class="brand">{brand}</p>
          <h1 {...(item.title ? { lang: item.locale } : {})}>{title}</h1>
          <p class="code">
            {t("code")} <code translate="no">{item.identifier}</code>
          </p>
          <Scans {...props} />
          {(item.infos.length > 0 || item.withheld > 0) && <Details {...props} />}
          {!item.isInvalidated && (
            <p class="compare">
              <Icon name="compare" />
              {t("compare")}
            </p>
          )}
        </div>
      </article>
      <Ownership
        words={words}
        identifier={item.identifier}
        brand={brand}
        ownership={visit.ownership}
        done={done}
      />
      <Place words={words} item={item} mayBePlaced={visit.mayBePlaced} done={done} />
      {visit.recorded !== "demo" && (
        <Report
          words={words}
          identifier={item.identifier}
          brand={item.past.producerName}
          isDone={done === "report"}
        />
      )}
      <p class="recorded">{t(`recorded.${visit.recorded}`, { brand })}</p>
    </>
  );
}
