import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { openProducer } from "@/server/domain/producers/open";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { ctxOfMember, newMember } from "@/server/testing/people";
import { createRule } from "./create-rule";
import { listRules } from "./list-rules";
import { addRecommendedRules, RECOMMENDED_RULES } from "./recommended-rules";

const watchersOf = async (producerId: string) => {
  const { db } = runtime().database;
  const rows = await db.select().from(alertWatchers).where(eq(alertWatchers.producerId, producerId));
  return rows.map(({ personId }) => personId);
};

test("a new producer starts with a rule of each kind, and its first owner watches them, not the second", async () => {
  const producer = await openProducer(systemCtx(), "Müller & Söhne", "de");
  const first = await newMember(producer, "owner");
  await newMember(producer, "owner");
  const rules = await listRules(ctxOf(producer));
  expect(rules.map(({ condition }) => condition.kind).toSorted()).toEqual([
    "fakeRate",
    "impossibleTravel",
    "newCountry",
    "stolenItem",
    "unknownIdentifiers",
  ]);
  expect(rules.map(({ name }) => name)).toContain("Nicht registrierte Codes");
  expect(await watchersOf(producer.producerId)).toEqual(rules.map(() => first.id));
});

test("recommended rules are added for the kinds without a rule, watched by the caller, once", async () => {
  const producer = await newProducer();
  const member = await newMember(producer, "editor");
  const ctx = ctxOfMember(producer, member);
  const [one] = RECOMMENDED_RULES;
  if (!one) throw new Error("no rule");
  await createRule(ctx, { ...one, name: "Own", mailsMe: false });
  await addRecommendedRules(ctx, "en");
  await addRecommendedRules(ctx, "en");
  expect(await listRules(ctx)).toHaveLength(RECOMMENDED_RULES.length);
  expect(await watchersOf(producer.producerId)).toHaveLength(RECOMMENDED_RULES.length - 1);
});
