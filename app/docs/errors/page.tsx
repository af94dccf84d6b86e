import type { Metadata } from "next";
import { Prose } from "../_reference/prose";
import { reference } from "../_reference/reference";
import { docsWords } from "../_reference/words";
import classes from "../docs.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await docsWords();
  return { title: `${t("errors")} · ${t("title")}` };
}

/** All error codes with their examples. */
export default async function ErrorsPage() {
  const t = await docsWords();
  return (
    <>
      <h1>{t("errors")}</h1>
      <p className={classes.lead}>{t("errorsLead")}</p>
      <ul className={classes.errors}>
        {reference().errors.map(({ code, when, status, example }) => (
          <li key={code} id={code}>
            <h2>
              <span className={classes.status}>{status}</span>
              <code>{code}</code>
            </h2>
            <p>
              <Prose text={when} />
            </p>
            <details>
              <summary aria-label={`${t("exampleBody")}: ${code}`}>{t("exampleBody")}</summary>
              <pre lang="en">{JSON.stringify(example, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
