import { guides, hrefOfGuide, plain } from "../_guides/guides";
import { bodyField, type Field, parameterField } from "./fields";
import { type Call, hrefOf, type Part, reference } from "./reference";

/** One thing that the search finds. */
export interface Found {
  kind: "guide" | "call" | "event" | "error" | "field";
  title: string;
  /** The guide of a section, method and path, the call of a field, or the status of an error. */
  where: string;
  text: string;
  href: string;
}

interface Entry extends Found {
  /** Words in lower case: those of the title count more. */
  name: string;
  rest: string;
}

const MAX_FOUND = 50;
const MAX_QUERY_CHARACTERS = 100;

const entry = (found: Found): Entry => ({
  ...found,
  name: found.title.toLowerCase(),
  rest: `${found.where} ${found.text}`.toLowerCase(),
});

const flat = (fields: Field[]): Field[] =>
  fields.flatMap((field) => [
    field,
    ...flat(field.fields),
    ...field.variants.flatMap((one) => flat(one.fields)),
  ]);

function fieldsOf({ parameters, bodies, answers }: Call): Field[] {
  const schemas = [...bodies, ...answers].flatMap(({ schema }) => schema ?? []);
  const bodyFields = schemas
    .map(bodyField)
    .flatMap((one) => [...flat(one.fields), ...one.variants.flatMap(({ fields }) => flat(fields))]);
  const byName = new Map(
    [...parameters.map(parameterField), ...bodyFields].map((field) => [field.name, field]),
  );
  return [...byName.values()];
}

function entryOf(part: Part, call: Call): Entry {
  return entry({
    kind: call.isEvent ? "event" : "call",
    title: call.summary,
    where: call.isEvent ? call.path : `${call.method} ${call.path}`,
    text: call.description,
    href: hrefOf(part, call),
  });
}

/** The fields of all calls. One that several calls have leads to the first of them. */
function fieldEntries(parts: Part[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const part of parts)
    for (const call of part.calls)
      for (const { name: title, description: text } of fieldsOf(call)) {
        const key = `${title} ${text}`;
        const made = { kind: "field", title, where: call.summary, text, href: hrefOf(part, call) } as const;
        found.set(key, found.get(key) ?? entry(made));
      }
  return [...found.values()];
}

const MAX_TEXT_CHARACTERS = 200;

/** The sections of all guides. */
const guideEntries = (): Entry[] =>
  guides().flatMap((guide) =>
    guide.sections.map(({ id, title, tokens }) => {
      const text = plain(tokens.filter(({ type }) => type === "paragraph" || type === "list"));
      const shown = text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text;
      const found = { kind: "guide", title, where: guide.title, text: shown } as const;
      return { ...entry({ ...found, href: `${hrefOfGuide(guide)}#${id}` }), rest: text.toLowerCase() };
    }),
  );

let index: Entry[] | undefined;

function entries(): Entry[] {
  const { parts, errors } = reference();
  index ??= [
    ...parts.flatMap((part) => part.calls.map((call) => entryOf(part, call))),
    ...fieldEntries(parts),
    ...guideEntries(),
    ...errors.map(({ code, when, status }) =>
      entry({ kind: "error", title: code, where: String(status), text: when, href: `/docs/errors#${code}` }),
    ),
  ];
  return index;
}

const KINDS = ["call", "guide", "event", "error", "field"];

/** How well an entry fits: the more terms are in its title, the better; undefined unless all terms are somewhere. */
function fitOf({ name, rest, kind }: Entry, terms: string[]): number | undefined {
  if (!terms.every((term) => name.includes(term) || rest.includes(term))) return undefined;
  const inTitle = terms.filter((term) => name.includes(term)).length;
  const isWhole = name === terms.join(" ");
  return inTitle * 100 + (isWhole ? 5 : 0) - KINDS.indexOf(kind) * 10;
}

/** What has all words of a query, the best first. */
export function search(query: string): Found[] {
  const terms = query
    .slice(0, MAX_QUERY_CHARACTERS)
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== "");
  if (terms.length === 0) return [];
  return entries()
    .flatMap((one) => {
      const fit = fitOf(one, terms);
      return fit === undefined ? [] : [{ one, fit }];
    })
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MAX_FOUND)
    .map(({ one: { kind, title, where, text, href } }) => ({ kind, title, where, text, href }));
}
