import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { moveCases } from "@/server/domain/cases/change";
import { CaseEnvelope } from "@/server/domain/cases/envelope";
import { noteOnCase } from "@/server/domain/cases/note";
import { openCase } from "@/server/domain/cases/open";
import { NewCase } from "@/server/domain/cases/schema";
import type { NewProducer } from "@/server/domain/producers/create";
import { createToken } from "@/server/domain/tokens/create";
import { post, problem } from "@/server/testing/api";
import { bodyOfCall, deliverNothingElse, openDelivering, registerHook } from "@/server/testing/delivering";
import { ctxOf, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0082.

const Body = z.object({ event: z.object({ type: z.string() }), case: CaseEnvelope });

beforeEach(async () => {
  await deliverNothingElse();
});

const open = (producer: NewProducer, title: string) =>
  openCase(ctxOf(producer), NewCase.parse({ title, tags: ["eu"] }));

test("a webhook that names the event receives each change of a case, without its notes", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, receiver.url, { events: "caseChanged" });
  const { id } = await open(producer, "Handbags");
  await noteOnCase(ctxOf(producer), id, { text: "Ask Sam Sellers", mentions: [] });
  await moveCases(ctxOf(producer), [id], "confirmed", "Sam Sellers again");
  await expect(moveCases(ctxOf(producer), [id], "dismissed", "")).rejects.toThrow();
  await drain();
  expect(JSON.stringify(receiver.calls.map(bodyOfCall))).not.toContain("Sam");
  const told = receiver.calls.map((call) => Body.parse(bodyOfCall(call)).case);
  expect(told.map(({ data }) => [data.change, data.state]).toSorted()).toEqual([
    ["moved", "confirmed"],
    ["noted", "new"],
    ["opened", "new"],
  ]);
  expect(told.find(({ data }) => data.change === "moved")).toMatchObject({
    id,
    data: {
      number: 1,
      title: "Handbags",
      owner: null,
      due: null,
      tags: ["eu"],
      decided: expect.any(Number),
      closed: null,
      link: expect.stringContaining(`/p/${producer.producerId}/cases/${id}`),
    },
  });
});

test("neither `*` nor another producer's webhook receives the event", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, receiver.url);
  await registerHook(await newProducer(), receiver.url, { events: "caseChanged" });
  await open(producer, "Handbags");
  await drain();
  expect(receiver.calls).toEqual([]);
});

test("403: a token names the event only with its scope; 400: a webhook of an item does not", async () => {
  const producer = await newProducer();
  const tokenWith = async (scopes: ("webhooks:write" | "cases:read")[]) => {
    const { producerId } = producer;
    return (await createToken(ctxOf(producer), { producerId, kind: "token", name: "T", scopes })).secret;
  };
  const body = { events: "caseChanged", url: "https://receiver.test/" };
  const writer = await tokenWith(["webhooks:write"]);
  expect(problem(await post("/producers/hooks", body, { token: writer })).code).toBe("scope-missing");
  const reader = await tokenWith(["webhooks:write", "cases:read"]);
  expect((await post("/producers/hooks", body, { token: reader })).status).toBe(200);
  const item = await newItem(producer);
  expect(problem(await post(`/items/${item}/hooks`, body, { token: producer.token })).status).toBe(400);
});
