"use client";

import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { useScanPlaces } from "./places";
import classes from "./scan-page.module.css";

/** Images that the scanner sent. */
export function Images({ ids }: { ids: string[] }) {
  const t = useTranslations("scans.scan");
  const { content } = useScanPlaces();
  if (ids.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="images">
      <h2 id="images" className={classes.title}>
        {t("images")}
      </h2>
      <ul className={classes.images}>
        {ids.map((id, index) => (
          <li key={id}>
            <Link href={content(id)}>
              {/* biome-ignore lint/performance/noImgElement: the service already scales the image. */}
              <img
                src={`/api/v2/contents/${id}/400`}
                alt={t("image", { number: index + 1, count: ids.length })}
                loading="lazy"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
