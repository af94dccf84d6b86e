import { Button } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import { currentPath, currentSignedIn } from "@/app/request/request";
import { Brand } from "@/app/ui/brand";
import { LanguageSwitch } from "@/app/ui/language-switch";
import { ThemeSwitch } from "@/app/ui/theme-switch";
import { Words } from "@/app/ui/words";
import { chaptersOf, guides, hrefOfGuide } from "./_guides/guides";
import { Navigation, type NavigationPart } from "./_reference/navigation";
import { hrefOf, reference } from "./_reference/reference";
import { SearchBox } from "./_reference/search-box";
import { docsWords } from "./_reference/words";
import { TokenProvider } from "./_try/token";
import classes from "./docs.module.css";

/** The query of the requested page, for the search field. */
async function currentQuery(): Promise<string> {
  const [, query = ""] = ((await currentPath()) ?? "").split("?");
  return new URLSearchParams(query).get("q") ?? "";
}

/** Layout of the API reference: bar, navigation, content. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const t = await docsWords();
  const signedIn = await currentSignedIn();
  const parts: NavigationPart[] = [
    ...reference().parts.map((part) => ({
      href: `/docs/${part.slug}`,
      name: part.name,
      entries: part.calls.map((call) => ({ href: hrefOf(part, call), name: call.summary })),
    })),
    { href: "/docs/errors", name: t("errors"), isTranslated: true, entries: [] },
  ];
  const pages = (isGuide: boolean): NavigationPart[] =>
    guides()
      .filter((guide) => guide.isGuide === isGuide)
      .map((guide) => ({
        href: hrefOfGuide(guide),
        name: guide.title,
        entries: chaptersOf(guide).map(({ id, title }) => ({ href: `#${id}`, name: title })),
      }));
  const groups = [
    { name: t("guides"), parts: pages(true) },
    { name: t("calls"), parts },
    { name: t("tables"), parts: pages(false) },
  ];
  return (
    <Words of={["docs"]}>
      <TokenProvider>
        <a href="#main" className={classes.skip}>
          {t("skip")}
        </a>
        <header className={classes.bar}>
          <Link href="/docs" prefetch={false} className={classes.brand}>
            <Brand />
            <span>{t("title")}</span>
          </Link>
          <SearchBox query={await currentQuery()} className={classes.search} />
          <div className={classes.switches}>
            <ThemeSwitch />
            <LanguageSwitch />
            <Button
              component="a"
              href={signedIn ? "/" : "/login"}
              size="xs"
              variant="default"
              visibleFrom="xs"
            >
              {t(signedIn ? "dashboard" : "signIn")}
            </Button>
          </div>
        </header>
        <div className={classes.page}>
          <aside className={classes.side}>
            <Navigation groups={groups} />
          </aside>
          <div className={classes.column}>
            <details className={classes.menu}>
              <summary>{t("pages")}</summary>
              <Navigation groups={groups} />
            </details>
            <main id="main" tabIndex={-1} className={classes.main}>
              {children}
            </main>
          </div>
        </div>
      </TokenProvider>
    </Words>
  );
}
