import { expect, test } from "vitest";
import { deadlineIn } from "@/server/core/within";
import { inTurn } from "./in-turn";

// Holds decision 0013.

const never = () => new Promise<string>(() => {});

test("calls without an answer release their slots at their deadline", async () => {
  const stuck = Array.from({ length: 4 }, () => inTurn("Ada", deadlineIn(50), never));
  const next = inTurn("Ada", deadlineIn(5_000), async () => "answered");
  expect((await Promise.allSettled(stuck)).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(await next).toBe("answered");
});
