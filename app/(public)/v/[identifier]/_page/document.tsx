/** @jsxImportSource hono/jsx */

import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { LOCALES } from "@/app/messages/locales";
import type { PageWords } from "./page-words";
import { STYLE } from "./style";

const NAME_OF = { en: "English", de: "Deutsch" };

/** Open Graph preview of a page. */
export interface Preview {
  description: string;
  url: string;
  /** Absolute URL. */
  image: string | undefined;
}

interface DocumentProps {
  words: PageWords;
  title: string;
  preview: Preview | undefined;
  /** Nonce of the content security policy; undefined without a policy. */
  nonce: string | undefined;
  /** Path of the item's page. */
  path: string;
  children: Child;
}

function Meta({ title, preview: { description, url, image } }: { title: string; preview: Preview }) {
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
    </>
  );
}

const Bar = ({ words: { t, locale }, path }: Pick<DocumentProps, "words" | "path">) => (
  <header class="bar">
    <span class="service">
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d="M12 1.5 21 5v7c0 5.2-3.7 8.9-9 10.5C6.7 20.9 3 17.2 3 12V5z" fill="currentColor" />
        <path d="m7.8 12.2 3 3 5.6-6.4" fill="none" stroke="var(--ground)" stroke-width="2.2" />
      </svg>
      Assay
    </span>
    <nav aria-label={t("language")}>
      {LOCALES.map((each) => (
        <a
          href={`${path}?lang=${each}`}
          lang={each}
          hreflang={each}
          {...(each === locale ? { "aria-current": "true" } : {})}
        >
          {NAME_OF[each]}
        </a>
      ))}
    </nav>
  </header>
);

/** A whole page. It works without scripts and loads no file but the item's image. */
export const Document = ({ words, title, preview, nonce, path, children }: DocumentProps) => (
  <html lang={words.locale}>
    <head>
      <meta charset="utf-8" />
      <title>{`${title} · Assay`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#eef1f5" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#111417" media="(prefers-color-scheme: dark)" />
      <meta name="format-detection" content="telephone=no" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      {preview && <Meta title={title} preview={preview} />}
      <style nonce={nonce}>{raw(STYLE)}</style>
    </head>
    <body>
      <Bar words={words} path={path} />
      <main id="main">{children}</main>
    </body>
  </html>
);
