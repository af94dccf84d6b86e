import classes from "./landing.module.css";
import { landingWords } from "./words";

/** Size of a picture in pixels; `npm run -s screens` takes them. */
export const WIDE = { width: 1200, height: 750 };
export const PHONE = { width: 540, height: 1000 };

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
