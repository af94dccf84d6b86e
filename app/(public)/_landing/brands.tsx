import classes from "./landing.module.css";
import { Shot } from "./shot";
import { WIDE } from "./sizes";
import { landingWords } from "./words";

const STEPS = [
  { name: "register", shot: "overview" },
  { name: "find", shot: "map" },
  { name: "prove", shot: "case" },
] as const;

/** What brands do with the service, with pictures, and what a check shows to buyers. */
export async function Brands() {
  const { t } = await landingWords();
  return (
    <>
      <section aria-labelledby="brands">
        <h2 id="brands">{t("brands.title")}</h2>
        {STEPS.map(({ name, shot }) => (
          <div key={name} className={classes.step}>
            <div>
              <h3>{t(`brands.${name}`)}</h3>
              <p>
                {t.rich(`brands.${name}Text`, {
                  pack: (words) => <a href="/evidence">{words}</a>,
                })}
              </p>
            </div>
            <Shot name={shot} size={WIDE} alt={t(`shots.${shot}`)} />
          </div>
        ))}
      </section>
      <section aria-labelledby="buyers" className={classes.text}>
        <h2 id="buyers">{t("buyers.title")}</h2>
        <p>{t("buyers.text")}</p>
        <p>{t("buyers.copies")}</p>
      </section>
    </>
  );
}
