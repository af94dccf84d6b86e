import { expect, test } from "vitest";
import { NewAlertRule } from "@/server/domain/alerts/schema";
import { Email, PersonName } from "@/server/domain/people/schema";
import { ProducerName } from "@/server/domain/producers/schema";
import { NewToken } from "@/server/domain/tokens/schema";

test.each([
  ["an alert rule", NewAlertRule.shape.name, "Many fakes"],
  ["a token", NewToken.shape.name, "Till 3"],
  ["a person", PersonName, "Ann Lee"],
  ["a producer", ProducerName, "Acme"],
  ["an e-mail address", Email, "ann@people.test"],
])("spaces around the name of %s are trimmed, and spaces alone are refused", (_, schema, name) => {
  expect(schema.parse(`  ${name}\t\n`)).toBe(name);
  expect(schema.safeParse(" \t ").success).toBe(false);
});
