import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { newProducer, systemCtx } from "@/server/testing/factories";
import { BRANDS, miswritten, seeded, unclaimedCodes } from "@/server/testing/golden-codes";
import { newPattern } from "@/server/testing/patterns";
import { attributionOf } from "./attribute";

// Holds decision 0080: 300 sightings with known producers, and 110 that concern none or two.

const REGISTERED = 200;
const INVENTED = 10;
const SEED = 20_261;

async function register({ producerId }: NewProducer, codes: string[]) {
  const { db } = runtime().database;
  const list = sql`jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) code`;
  await db.execute(
    sql`insert into identifiers (identifier, producer_id) select code, ${producerId}::uuid from ${list}`,
  );
  await db.execute(sql`insert into items (identifier, producer_id, created_at, updated_at)
    select code, ${producerId}::uuid, now(), now() from ${list}`);
}

interface Sighted {
  code: string;
  owner: string | undefined;
  how: string;
}

/** Registers the brands and makes the sightings: invented codes, and copies with one or two wrong characters. */
async function newWorld() {
  const pick = seeded(SEED);
  const sighted: Sighted[] = [];
  for (const { kind, claim, code } of Object.values(BRANDS)) {
    const producer = await newProducer();
    const owner = producer.producerId;
    const codes = [...new Set(Array.from({ length: REGISTERED }, (_, n) => code(pick, n)))];
    await register(producer, codes);
    expect((await newPattern(producer, claim, kind)).state).toBe("active");
    for (let n = 0; n < INVENTED; n += 1)
      sighted.push({ code: code(pick, REGISTERED + 1 + n * 31), owner, how: "invented" });
    const copies = (count: number, how: string, make: (code: string) => string) => {
      for (let n = 0; n < count; ) {
        const copied = make(codes[pick(codes.length)] ?? "");
        if (codes.includes(copied)) continue;
        n += 1;
        sighted.push({ code: copied, owner, how });
      }
    };
    copies(8, "one wrong", (one) => miswritten(pick, one));
    copies(7, "two wrong", (one) => miswritten(pick, miswritten(pick, one)));
  }
  const unclaimed = await newProducer();
  await register(
    unclaimed,
    Array.from({ length: REGISTERED }, (_, n) => `UNCLAIMED-${String(n).padStart(6, "0")}`),
  );
  // A second producer claims codes of the first brand: until an admin decides, the claim attributes nothing.
  expect((await newPattern(await newProducer(), "ACM7-0")).state).toBe("contested");
  const others = unclaimedCodes(pick).map(
    (code): Sighted => ({ code, owner: undefined, how: "of no producer" }),
  );
  return { known: sighted, others };
}

test("of 300 sightings with a known producer, 95 % are attributed to it and none to another; those of no producer to none", async () => {
  const { known, others } = await newWorld();
  expect(known).toHaveLength(300);
  const told = await Promise.all(
    [...known, ...others].map(async (one) => ({
      ...one,
      found: (await attributionOf(systemCtx(), one.code, null))?.producerId,
    })),
  );
  expect(told.filter(({ found, owner }) => found !== undefined && found !== owner)).toEqual([]);
  const missed = told.filter(({ found, owner }) => owner !== undefined && found === undefined);
  expect(missed.length).toBeLessThanOrEqual(15);
});
