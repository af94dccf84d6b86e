import { randomUUID } from "node:crypto";
import { parseClaim } from "@assay/codes";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { del, post } from "@/server/testing/api";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { gtin13 } from "@/server/testing/golden-codes";
import { newPattern } from "@/server/testing/patterns";
import { foreignIdentifiers } from "./foreign";

const { db } = runtime().database;
const newPrefix = () => `${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}-`;

/** Registers many items at once. */
async function register({ producerId }: NewProducer, prefix: string, count: number) {
  const codes = sql`(select ${prefix} || lpad(n::text, 6, '0') as code from generate_series(1, ${count}::int) n) made`;
  await db.execute(
    sql`insert into identifiers (identifier, producer_id) select code, ${producerId}::uuid from ${codes}`,
  );
  await db.execute(sql`insert into items (identifier, producer_id, created_at, updated_at)
    select code, ${producerId}::uuid, now(), now() from ${codes}`);
}

const isContested = async (
  producer: NewProducer,
  text: string,
  kind: "prefix" | "gs1" | "shape" = "prefix",
) => (await newPattern(producer, text, kind)).state === "contested";

test("a single identifier of another producer behind thousands of the claimer's own contests the claim", async () => {
  const [claimer, other] = [await newProducer(), await newProducer()];
  const prefix = newPrefix();
  await register(claimer, prefix, 5_100);
  expect(await isContested(claimer, `${prefix}00`)).toBe(false);
  await post("/items", { identifier: `${prefix}zzz` }, { token: other.token });
  expect(await isContested(claimer, prefix)).toBe(true);
});

test("a claim of a shape is contested where another producer has more identifiers of its start than are compared", async () => {
  const [claimer, other] = [await newProducer(), await newProducer()];
  const prefix = newPrefix();
  await register(claimer, `${prefix}A`, 5_100);
  await register(other, `${prefix}B-`, 25);
  await post("/items", { identifier: `${prefix}C123456` }, { token: other.token });
  expect(await isContested(claimer, `${prefix}{letters:1}{digits:6}`, "shape")).toBe(true);
});

test("an identifier whose item was deleted contests no claim", async () => {
  const [claimer, other] = [await newProducer(), await newProducer()];
  const prefix = newPrefix();
  await post("/items", { identifier: `${prefix}1` }, { token: other.token });
  expect(
    (await foreignIdentifiers(systemCtx(), parseClaim("prefix", prefix), claimer.producerId)).found,
  ).toEqual([{ identifier: `${prefix}1`, producerId: other.producerId }]);
  await del(`/items/${prefix}1`, { token: other.token });
  expect(await isContested(claimer, prefix)).toBe(false);
});

test("a claim of a GS1 company prefix is contested by codes in each form of them", async () => {
  const company = String(Math.floor(9e8 + Math.random() * 9e7));
  const gtin = `0${gtin13(`${company}000`)}`;
  for (const code of [
    gtin.slice(1),
    gtin,
    `(01)${gtin}(21)A`,
    `01${gtin}21A`,
    `https://id.gs1.org/01/${gtin}/21/A`,
  ]) {
    const [claimer, other] = [await newProducer(), await newProducer()];
    await post("/items", { identifier: code }, { token: other.token });
    const claim = parseClaim("gs1", company);
    const { found } = await foreignIdentifiers(systemCtx(), claim, claimer.producerId);
    expect(found).toContainEqual({ identifier: code, producerId: other.producerId });
  }
});

test("producers are not looked up for a claim whose starts have few identifiers", async () => {
  const claimer = await newProducer();
  const lookups = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`);
    return db.transaction(async (tx) => {
      const read = async () => {
        const [row] = await tx.execute<{ n: number }>(
          sql`select pg_stat_get_xact_numscans(indexrelid)::int as n from pg_stat_user_indexes where indexrelname = 'items_by_identifier'`,
        );
        return row?.n ?? 0;
      };
      const before = await read();
      await foreignIdentifiers({ db: tx }, parseClaim("gs1", "9999999"), claimer.producerId);
      return (await read()) - before;
    });
  };
  for (let n = 0; n < 5; n += 1) await newProducer();
  expect(await lookups()).toBe(0);
});
