import type { Metadata } from "next";
import { Prose } from "../_reference/prose";
import { search } from "../_reference/search";
import { docsWords } from "../_reference/words";
import classes from "../docs.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await docsWords();
  return { title: `${t("searchTitle")} · ${t("title")}`, robots: { index: false } };
}

interface Props {
  searchParams: Promise<{ q?: string | string[] }>;
}

/** Results of a search in the reference. */
export default async function SearchPage({ searchParams }: Props) {
  const [t, { q }] = await Promise.all([docsWords(), searchParams]);
  const query = ([q].flat()[0] ?? "").trim();
  const found = search(query);
  return (
    <>
      <h1>{t("searchTitle")}</h1>
      <p className={classes.lead} role="status">
        {found.length === 0 ? t("noMatch", { query }) : t("results", { count: found.length, query })}
      </p>
      <ul className={classes.found}>
        {found.map(({ kind, title, where, text, href }) => (
          <li key={`${kind} ${title} ${where}`}>
            <a href={href} lang="en">
              {title}
            </a>
            <p>
              <span>{t(`kinds.${kind}`)}</span> · <code>{where}</code>
            </p>
            <p>
              <Prose text={text} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
