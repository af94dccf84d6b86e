"use client";

import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useScanPlaces } from "./places";
import classes from "./scan-page.module.css";

const idOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** Images that the scanner sent. */
export function Images({ urls }: { urls: string[] }) {
  const t = useTranslations("scans.scan");
  const { content } = useScanPlaces();
  if (urls.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="images">
      <h2 id="images" className={classes.title}>
        {t("images")}
      </h2>
      <ul className={classes.images}>
        {urls.map(idOf).map((id, index) => (
          <li key={id}>
            <Link href={content(id)}>
              {/* biome-ignore lint/performance/noImgElement: the service already scales the image. */}
              <img
                src={`/api/v2/contents/${id}/400`}
                alt={t("image", { number: index + 1, count: urls.length })}
                loading="lazy"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
