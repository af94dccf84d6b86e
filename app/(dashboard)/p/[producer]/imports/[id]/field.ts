const ALL = [
  "ignore",
  "key",
  "title",
  "image",
  "imageFile",
  "group",
  "data",
  "info",
  "titleIn",
  "infos",
  "otherData",
  "fact",
] as const;

export type FieldName = (typeof ALL)[number];

/** What a column may mean, as its menu offers it. */
export const FIELDS: Readonly<Record<"items" | "groups", readonly FieldName[]>> = {
  items: ALL,
  groups: ALL.filter((name) => name !== "group"),
};

export const TYPES = ["text", "number", "boolean", "json"] as const;

export type TypeName = (typeof TYPES)[number];

/** The meaning of a column, as a person chooses it: a field, for some with a name and a type. */
export interface Field {
  name: FieldName;
  /** The key of data, the label of an info, or a language. */
  detail: string;
  type: TypeName;
}

const NAMES: Partial<Record<FieldName, string>> = {
  title: "title",
  image: "image",
  imageFile: "image file",
  group: "group",
  infos: "verificationinfos",
  otherData: "data:json",
};

const isType = (text: string | undefined): text is TypeName => TYPES.some((type) => type === text);

/** The field of a column's name, such as `data.weight:number`. */
export function fieldOf(column: string | null): Field {
  const field = (name: FieldName, detail = "", type: TypeName = "text"): Field => ({ name, detail, type });
  if (column === null) return field("ignore");
  const fixed = column.trim().toLowerCase();
  if (fixed === "identifier" || fixed === "id") return field("key");
  for (const [name, written] of Object.entries(NAMES))
    if (fixed === written) return field(FIELDS.items.find((one) => one === name) ?? "ignore");
  const [, start, rest = ""] = /^(data|info|title)\.(.*)$/s.exec(column.trim()) ?? [];
  if (start === "info") return field("info", rest);
  if (start === "title") return field("titleIn", rest);
  if (start !== "data") return field("fact", column);
  const [, key = rest, type] = /^(.*):(number|boolean|json)$/s.exec(rest) ?? [];
  return field("data", key, isType(type) ? type : "text");
}

/** The name of the column with a field; null for an ignored one. */
export function columnWith(kind: "items" | "groups", { name, detail, type }: Field): string | null {
  switch (name) {
    case "ignore":
      return null;
    case "key":
      return kind === "items" ? "identifier" : "id";
    case "data":
      return `data.${detail}${type === "text" ? "" : `:${type}`}`;
    case "info":
      return `info.${detail}`;
    case "titleIn":
      return `title.${detail}`;
    case "fact":
      return detail;
    default:
      return NAMES[name] ?? null;
  }
}
