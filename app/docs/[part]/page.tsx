import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { keptChoice } from "@/app/request/request";
import { Call } from "../_reference/call";
import { CodeLanguageChoice } from "../_reference/code-language";
import { FieldList } from "../_reference/field-list";
import { fieldsOfPart } from "../_reference/fields";
import { CODE_LANGUAGE_COOKIE, CODE_LANGUAGES, isCodeLanguage } from "../_reference/languages";
import { Prose } from "../_reference/prose";
import { type Part, reference } from "../_reference/reference";
import { docsWords } from "../_reference/words";
import classes from "../docs.module.css";

interface Props {
  params: Promise<{ part: string }>;
}

const NO_FIELDS = { parameters: [], body: undefined, answer: undefined };

async function partOf({ params }: Props): Promise<Part> {
  const { part: slug } = await params;
  return reference().parts.find((part) => part.slug === slug) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ name }, t] = await Promise.all([partOf(props), docsWords()]);
  return { title: `${name} · ${t("title")}` };
}

/** The calls of a part of the API, or its events. */
export default async function PartPage(props: Props) {
  const [part, t] = await Promise.all([partOf(props), docsWords()]);
  const kept = await keptChoice(CODE_LANGUAGE_COOKIE);
  const [first] = part.calls;
  const fields = fieldsOfPart(part);
  return (
    <div className={classes.calls}>
      <h1 lang="en">{part.name}</h1>
      <p className={classes.lead}>
        <Prose text={part.introduction} />
      </p>
      {first?.isEvent ? (
        <section>
          <h2>{t("place.header")}</h2>
          {fields[0]?.parameters.map(({ place, fields }) => (
            <FieldList key={place} fields={fields} mark="required" words={t} />
          ))}
        </section>
      ) : (
        <CodeLanguageChoice chosen={isCodeLanguage(kept) ? kept : CODE_LANGUAGES[0]} />
      )}
      {part.calls.map((call, at) => (
        <Call key={call.id} call={call} fields={fields[at] ?? NO_FIELDS} words={t} />
      ))}
    </div>
  );
}
