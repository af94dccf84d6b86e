import { expect, test } from "vitest";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { createToken } from "./create";
import { listTokens } from "./list";
import { revokeToken } from "./revoke";

const MAX_VALID = 100;

test("400: a producer cannot exceed 100 valid tokens, even by concurrent calls; revoking one makes room", async () => {
  const producer = await newProducer();
  const { producerId } = producer;
  const make = (expiresAt?: Date) =>
    createToken(ctxOf(producer), { producerId, kind: "token", name: "T", ...(expiresAt && { expiresAt }) });
  await make(new Date(Date.now() - 1));
  // Two exist already: the first token and the owner key.
  for (let n = 2; n < MAX_VALID - 3; n++) await make();
  const last = await Promise.allSettled(Array.from({ length: 6 }, () => make()));
  const refused = last.filter(({ status }) => status === "rejected");
  expect(refused).toEqual(
    Array(3).fill({ status: "rejected", reason: expect.objectContaining({ code: "too-many-tokens" }) }),
  );
  const [newest] = await listTokens(systemCtx(), producerId);
  await revokeToken(systemCtx(), producerId, newest?.id ?? "");
  await expect(make()).resolves.toHaveProperty("secret");
});

test("all valid tokens are listed, and only the newest of the expired ones", async () => {
  const producer = await newProducer();
  const { producerId } = producer;
  const past = new Date(Date.now() - 1_000);
  for (let n = 0; n < 501; n++)
    await createToken(systemCtx(), { producerId, kind: "token", name: `Old ${n}`, expiresAt: past });
  const listed = await listTokens(systemCtx(), producerId);
  expect(listed).toHaveLength(500);
  expect(listed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["First token", "Owner key", "Old 500"]),
  );
  expect(listed.map(({ name }) => name)).not.toContain("Old 0");
});
