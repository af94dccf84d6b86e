import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openapiDocument } from "./openapi";

// Holds decision 0015.

test("the OpenAPI document passes Redocly's recommended rules", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // The ping and the preflight of a public interface have no refusals of their own.
      "operation-4xx-response": "off",
      "no-server-example.com": "off",
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(openapiDocument()), config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`),
  ).toEqual([]);
});
