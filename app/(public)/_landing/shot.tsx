import classes from "./landing.module.css";
import { PHONE } from "./sizes";
import { landingWords } from "./words";

interface ShotProps {
  name: "overview" | "map" | "case" | "verify";
  size: { width: number; height: number };
  alt: string;
}

/** A picture of a page in the visitor's language and theme. Browsers load only the one that is shown. */
export async function Shot({ name, size, alt }: ShotProps) {
  const { locale } = await landingWords();
  return (
    <span className={classes.shot} data-phone={size === PHONE || undefined}>
      {(["light", "dark"] as const).map((theme) => (
        // biome-ignore lint/performance/noImgElement: the pictures are taken in the size that is needed.
        <img
          key={theme}
          src={`/landing/${locale}/${name}-${theme}.webp`}
          {...size}
          alt={alt}
          loading="lazy"
          decoding="async"
          className={`only-${theme}`}
        />
      ))}
    </span>
  );
}
