import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { pageTitle } from "@/app/request/page-title";
import { guides, hrefOfGuide } from "./_guides/guides";
import { Code } from "./_reference/code";
import { Prose } from "./_reference/prose";
import { hrefOf, type Part, reference } from "./_reference/reference";
import { docsWords } from "./_reference/words";
import classes from "./docs.module.css";

export const generateMetadata = (): Promise<Metadata> => pageTitle("docs");

const code = (words: ReactNode) => <code>{words}</code>;

const linkTo = (href: string) => (words: ReactNode) => (
  <Link href={href} prefetch={false}>
    {words}
  </Link>
);

function Calls({ part }: { part: Part }) {
  return (
    <section>
      <h3 lang="en">
        <Link href={`/docs/${part.slug}`} prefetch={false}>
          {part.name}
        </Link>
      </h3>
      <ul lang="en">
        {part.calls.map((call) => (
          <li key={call.id}>
            <a href={hrefOf(part, call)}>{call.summary}</a>
            <span>
              <code>{call.isEvent ? call.path : `${call.method} ${call.path}`}</code>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Start of the API reference: what all calls have in common, and the list of them. */
export default async function DocsPage() {
  const t = await docsWords();
  const { parts, schemes, introduction, baseUrl, version } = reference();
  return (
    <>
      <h1>{t("title")}</h1>
      <p className={classes.lead}>
        <Prose text={introduction} />
      </p>
      <div className={classes.topics}>
        <section>
          <h2>{t("introduction.base")}</h2>
          <p>
            <code>{baseUrl}</code>
          </p>
          <p>{t("introduction.baseText")}</p>
          <p>
            <a href="/api/v2/openapi.json">{t("document")}</a>
          </p>
        </section>
        <section id="client">
          <h2>{t("introduction.client")}</h2>
          <p>{t.rich("introduction.clientText", { code })}</p>
          <Code
            label={t("introduction.install")}
            what={t("copied.install")}
            code={`npm install ${baseUrl}/downloads/assay-client-${version}.tgz`}
          />
        </section>
        <section>
          <h2>{t("introduction.collections")}</h2>
          <p>{t.rich("introduction.collectionsText", { code })}</p>
          <p>
            <a href="/api/v2/postman.json">{t("introduction.postman")}</a>
            {" · "}
            <a href="/api/v2/bruno.json">{t("introduction.bruno")}</a>
          </p>
        </section>
        <section>
          <h2>{t("introduction.credentials")}</h2>
          <p>{t("introduction.credentialsText")}</p>
          <dl className={classes.schemes}>
            {schemes.map(({ name, description = "" }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  <Prose text={description} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h2>{t("introduction.pages")}</h2>
          <p>{t.rich("introduction.pagesText", { code })}</p>
        </section>
        <section>
          <h2>{t("introduction.retries")}</h2>
          <p>{t.rich("introduction.retriesText", { code })}</p>
        </section>
        <section>
          <h2>{t("introduction.errors")}</h2>
          <p>{t.rich("introduction.errorsText", { code, link: linkTo("/docs/errors") })}</p>
        </section>
        <section>
          <h2>{t("introduction.limits")}</h2>
          <p>{t.rich("introduction.limitsText", { code })}</p>
        </section>
        <section>
          <h2>{t("introduction.events")}</h2>
          <p>{t.rich("introduction.eventsText", { link: linkTo("/docs/events") })}</p>
        </section>
      </div>
      <h2>{t("guides")}</h2>
      <p className={classes.lead}>{t("guidesLead")}</p>
      <ul className={classes.guides} lang="en">
        {guides()
          .filter(({ isGuide }) => isGuide)
          .map((guide) => (
            <li key={guide.slug}>
              <Link href={hrefOfGuide(guide)} prefetch={false}>
                {guide.title}
              </Link>
              <p>{guide.lead}</p>
            </li>
          ))}
      </ul>
      <h2>{t("all")}</h2>
      <p className={classes.lead}>{t("allLead")}</p>
      <div className={classes.parts}>
        {parts.map((part) => (
          <Calls key={part.slug} part={part} />
        ))}
      </div>
    </>
  );
}
