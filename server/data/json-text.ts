/** Serialised JSON. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Joins texts with commas. Concatenated strings are copied only when they are read; `join` copies at once. */
const listed = (texts: string[]) => texts.reduce((all, text) => (all === "" ? text : `${all},${text}`), "");

/** A JSON object of plain fields and serialised values; null values are left out. */
export function jsonObject(written: Record<string, string | null>, plain: object = {}): string {
  const members = Object.entries(written).flatMap(([name, text]) =>
    text === null ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  const before = JSON.stringify(plain).slice(1, -1);
  return `{${listed([...(before === "" ? [] : [before]), ...members])}}`;
}

/** A JSON array of serialised values. */
export const jsonArray = (written: string[]): string => `[${listed(written)}]`;
