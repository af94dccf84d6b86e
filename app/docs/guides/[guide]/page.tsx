import type { Metadata } from "next";
import { notFound } from "next/navigation";
import classes from "../../_guides/guide.module.css";
import { type Guide, guides } from "../../_guides/guides";
import { Blocks } from "../../_guides/markdown";
import { docsWords } from "../../_reference/words";

interface Props {
  params: Promise<{ guide: string }>;
}

const HEADINGS = ["h1", "h2", "h3", "h4"] as const;

async function guideOf({ params }: Props): Promise<Guide> {
  const { guide: slug } = await params;
  return guides().find((guide) => guide.slug === slug) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ title, lead }, t] = await Promise.all([guideOf(props), docsWords()]);
  return { title: `${title} · ${t("title")}`, description: lead };
}

/** A guide for integrators. */
export default async function GuidePage(props: Props) {
  const [{ sections }, t] = await Promise.all([guideOf(props), docsWords()]);
  return (
    <article lang="en" className={classes.guide}>
      {sections.map(({ id, title, depth, tokens }) => {
        const Heading = HEADINGS[Math.min(depth, HEADINGS.length) - 1] ?? "h1";
        return (
          <section key={id}>
            <Heading id={id}>{title}</Heading>
            <Blocks tokens={tokens} title={title} what={t("copied.code")} />
          </section>
        );
      })}
    </article>
  );
}
