/** JSON that is written already. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** With commas between. Strings that are added up are not copied until they are read, those that are joined are. */
const listed = (texts: string[]) => texts.reduce((all, text) => (all === "" ? text : `${all},${text}`), "");

/** A JSON object of plain fields and of values that are written already; those that are null are left out. */
export function jsonObject(written: Record<string, string | null>, plain: object = {}): string {
  const members = Object.entries(written).flatMap(([name, text]) =>
    text === null ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  const before = JSON.stringify(plain).slice(1, -1);
  return `{${listed([...(before === "" ? [] : [before]), ...members])}}`;
}

/** A JSON array of values that are written already. */
export const jsonArray = (written: string[]): string => `[${listed(written)}]`;
