import { expect, test } from "vitest";
import { type Ctx, WIDE_BYTES } from "@/server/core/ctx";
import { MAX_PAGE_BYTES, withWeights } from "./weight";

/** Weighs and reads rows of the given bytes, like `weightOf`. Returns the steps, each with the caller's turn it ran in. */
async function work(...rows: number[]) {
  const steps: string[] = [];
  let turns = 0;
  let turn = "at once";
  const ctx: Pick<Ctx, "wide"> = {
    wide: async <T>(inTurn: () => Promise<T>) => {
      turn = `in turn ${++turns}`;
      return inTurn().finally(() => {
        turn = "at once";
      });
    },
  };
  const weigh = async (maxBytes: number) => {
    steps.push(`weighs ${maxBytes} ${turn}`);
    let sum = 0;
    return rows.map((bytes) => {
      sum += bytes;
      return { bytes: sum <= maxBytes ? bytes : maxBytes + 1 };
    });
  };
  await withWeights(ctx, weigh, async () => void steps.push(`reads ${turn}`));
  return steps;
}

test("light rows are weighed once and read without waiting for a turn", async () => {
  expect(await work(1_000, WIDE_BYTES - 1_000)).toEqual([`weighs ${WIDE_BYTES} at once`, "reads at once"]);
});

test.each([
  ["one row", [WIDE_BYTES + 1]],
  ["many rows", [WIDE_BYTES - 1, 2]],
])("%s above that size are weighed and read in one turn of the caller", async (_, rows) => {
  expect(await work(...rows)).toEqual([
    `weighs ${WIDE_BYTES} at once`,
    `weighs ${MAX_PAGE_BYTES} in turn 1`,
    "reads in turn 1",
  ]);
});
