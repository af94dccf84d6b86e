import { bodyField, type Field, parameterField } from "./fields";
import { type Call, hrefOf, type Part, reference } from "./reference";

/** One thing that the search finds. */
export interface Found {
  kind: "call" | "event" | "error" | "field";
  title: string;
  /** Method and path, the call of a field, or the status of an error. */
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

function entriesOf(part: Part): Entry[] {
  return part.calls.flatMap((call) => {
    const href = hrefOf(part, call);
    const where = call.isEvent ? call.path : `${call.method} ${call.path}`;
    const self: Found = {
      kind: call.isEvent ? "event" : "call",
      title: call.summary,
      where,
      text: call.description,
      href,
    };
    const fields = fieldsOf(call).map(
      ({ name, description }): Found => ({
        kind: "field",
        title: name,
        where: call.summary,
        text: description,
        href,
      }),
    );
    return [self, ...fields].map(entry);
  });
}

let index: Entry[] | undefined;

function entries(): Entry[] {
  const { parts, errors } = reference();
  index ??= [
    ...parts.flatMap(entriesOf),
    ...errors.map(({ code, when, status }) =>
      entry({ kind: "error", title: code, where: String(status), text: when, href: `/docs/errors#${code}` }),
    ),
  ];
  return index;
}

const KINDS = ["call", "event", "error", "field"];

/** How well an entry fits: the more terms are in its title, the better; undefined unless all terms are somewhere. */
function fitOf({ name, rest, kind }: Entry, terms: string[]): number | undefined {
  if (!terms.every((term) => name.includes(term) || rest.includes(term))) return undefined;
  const inTitle = terms.filter((term) => name.includes(term)).length;
  const isWhole = name === terms.join(" ");
  return (isWhole ? 100 : 0) + inTitle * 10 - KINDS.indexOf(kind);
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
