import { expect, test } from "vitest";
import { HashedBody } from "./hashed-body";

const TEXT = Buffer.from("identifier,title\n1,Bag\n");

async function* partsOf(size: number) {
  for (let at = 0; at < TEXT.length; at += size) yield TEXT.subarray(at, at + size);
}

/** The digest after a reader has taken some parts. */
async function digestAfter(size: number, parts: number, description = "kind=items") {
  const body = new HashedBody(partsOf(size), description);
  let taken = 0;
  for await (const _ of body) if (++taken >= parts) break;
  return (await body.digest()).toString("hex");
}

test("the digest covers the whole body, however it is cut and wherever its reader stops", async () => {
  const digests = await Promise.all([digestAfter(1, 1), digestAfter(5, 2), digestAfter(100, 5)]);
  expect(new Set(digests).size).toBe(1);
});

test("another description has another digest", async () => {
  expect(await digestAfter(5, 2, "kind=groups")).not.toBe(await digestAfter(5, 2));
});
