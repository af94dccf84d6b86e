import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { WITHOUT_TEXT } from "@/db/searched";
import { faulty } from "@/server/core/errors";

/** The value that a row is sorted by. */
export type KeyValue = Date | number | string;

/** The position of a row in a list: its value, and its id among rows of one value. */
export interface Key<Value extends KeyValue = Date> {
  at: Value;
  id: string;
}

/** The position in a list that is not in its usual order; `order` names the order, `text` is the encoded value. */
export interface SortedKey {
  order: string;
  text: string;
  id: string;
}

/** By which column a list is sorted, and in which direction. */
export interface Sort<By extends string = string> {
  by: By;
  descending: boolean;
}

/** Input of a list that can be sorted by the named columns. Without it, the list is newest first. */
export const sortOf = <By extends string>(...columns: [By, ...By[]]) =>
  z.object({ by: z.enum(columns), descending: z.boolean() }).optional();

/** Any order but the usual one, newest first. */
export interface Order {
  /** Names the order in cursors. */
  name: string;
  column: PgColumn | SQL;
  values: "time" | "number" | "text";
  descending: boolean;
}

/** The order of a sort; undefined for the usual one. */
export function orderOf<By extends string>(
  sort: Sort<By> | undefined,
  columns: Record<By, Pick<Order, "column" | "values">>,
  usual: By,
): Order | undefined {
  if (!sort || (sort.by === usual && sort.descending)) return undefined;
  return { ...columns[sort.by], name: nameOf(sort), descending: sort.descending };
}

/** A sort in cursors: `title+` is ascending, `title-` descending. */
export const nameOf = ({ by, descending }: Sort) => `${by}${descending ? "-" : "+"}`;

/** The parts of a list, one after the other: rows without a text come after those with one, in both directions. */
export function partsOf(order: Order | undefined): { order: Order | undefined; within: SQL | undefined }[] {
  if (order?.values !== "text") return [{ order, within: undefined }];
  return [
    { order, within: sql`${order.column} < ${WITHOUT_TEXT}` },
    { order: { ...order, name: `none${order.name}` }, within: sql`${order.column} >= ${WITHOUT_TEXT}` },
  ];
}

/** Columns in the direction of an order. */
export const inDirection = (columns: (PgColumn | SQL)[], descending: boolean): SQL[] =>
  columns.map((column) => (descending ? desc(column) : asc(column)));

/** A value as a parameter of a comparison with its column. */
export const parameterOf = (value: KeyValue): SQL => {
  if (value instanceof Date) return sql`${value.toISOString()}`;
  // A larger number than the column could hold must not be an error.
  return typeof value === "number" ? sql`${value}::bigint` : sql`${value}`;
};

/** The value of a column in a row, as a key has it. */
export const selectedValue = ({ column, values }: Pick<Order, "column" | "values">): SQL<KeyValue> => {
  if (values === "time")
    return sql<number>`(1000 * extract(epoch from ${column}))::float8`.mapWith((ms: number) => new Date(ms));
  return values === "number" ? sql<number>`${column}::float8` : sql<string>`${column}`;
};

const encoded = (value: KeyValue): string => {
  if (value instanceof Date) return String(value.getTime());
  return typeof value === "number" ? String(value) : Buffer.from(value).toString("base64url");
};

const NUMBER = /^\d{1,14}$/;

function decoded(text: string, values: Order["values"]): KeyValue | undefined {
  if (values === "text") {
    const value = Buffer.from(text, "base64url").toString();
    // Postgres has no texts with NUL.
    return value.includes("\0") ? undefined : value;
  }
  if (!NUMBER.test(text)) return undefined;
  return values === "time" ? new Date(Number(text)) : Number(text);
}

/** Encodes a key as a `cursor`. */
export const cursorOf = ({ at, id }: Key<KeyValue>, order?: Pick<Order, "name">): string =>
  order ? `${order.name}${encoded(at)}_${id}` : `${encoded(at)}_${id}`;

/** Decodes a `cursor` without its value, whose type follows from the order. */
export function keyIn(text: string): Key | SortedKey {
  const at = text.lastIndexOf("_");
  const [head, id] = [text.slice(0, at), text.slice(at + 1)];
  const sorted = /^([a-z]+[+-])(.*)$/.exec(head);
  return sorted ? { order: sorted[1] ?? "", text: sorted[2] ?? "", id } : { at: new Date(Number(head)), id };
}

/** Matches cursors of all orders, in lists whose ids match. */
export const cursorPattern = (id: RegExp) =>
  new RegExp(`^(?:\\d{1,14}|[a-z]{1,20}[+-][\\w-]{0,1200})_(?:${id.source})$`);

/** The key of a cursor. @throws 400 for the cursor of another order */
export function keyFor(cursor: Key | SortedKey, order: Order | undefined): Key<KeyValue> {
  if ("at" in cursor) {
    if (!order) return cursor;
  } else if (order?.name === cursor.order) {
    const at = decoded(cursor.text, order.values);
    if (at !== undefined) return { at, id: cursor.id };
  }
  throw faulty([{ pointer: "/cursor", message: "must be the cursor of a page of this list in this order" }]);
}
