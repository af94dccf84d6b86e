import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import type { HookInJson } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import { ScanAnswer } from "@/server/domain/scans/schema";
import { EVENTS } from "@/server/events/catalogue";
import { fromNetwork } from "@/server/platform/caller-network";
import { runtime } from "@/server/runtime/runtime";
import { type Call, get, post } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { eventsOf, newGroup, newHook, newItem, newProducer } from "@/server/testing/factories";
import { visit } from "@/server/web/verify/visit";
import { forVisitor } from "@/server/web/verify/visitor";
import { bodyOf } from "@/server/webhooks/body";

// Holds decision 0004.

const WORD = "Ullage";
const EventType = z.enum(EVENTS);

const described = (side: string) => ({
  data: {
    color: "red",
    i18n: {
      de: {
        title: "Uhr",
        verificationinfos: {
          [`margin-${side}`]: { label: `${WORD} de`, value: [`${WORD} Wert`] },
          [`sign-${side}`]: { label: "Zeichen" },
        },
      },
      // These shapes are not translations and hide none.
      fr: "none",
      it: { verificationinfos: [1] },
    },
  },
  verificationinfos: [
    { key: `sign-${side}`, label: "Sign", value: "a", visible: "always" },
    { key: `margin-${side}`, label: WORD, value: [WORD], visible: "producer" },
    { label: WORD, visibility: "producer" },
    // An internal entry has the same key, so the German label may belong to either.
    { key: `margin-${side}`, label: "Margin", visible: "verified" },
    { key: `odd-${side}`, label: "Odd", visible: "staff" },
    { key: `unsaid-${side}`, label: "Unsaid" },
  ],
});

async function newWorld() {
  const producer = await newProducer();
  const group = await newGroup(producer, described("group"));
  const identifier = await newItem(producer, described("item"));
  const { token } = producer;
  await post(`/groups/${group}/items/${identifier}`, undefined, { token });
  return { producer, token, group, identifier };
}

const LABELS = ["Sign", "Margin", "Odd", "Unsaid"];
const PUBLIC_I18N = (side: string) => ({
  de: { title: "Uhr", verificationinfos: { [`sign-${side}`]: { label: "Zeichen" } } },
  fr: "none",
  it: { verificationinfos: [1] },
});

test("200: Get Item omits the producer's internal infos for other callers, merged and unmerged", async () => {
  const { token, identifier } = await newWorld();
  const foreign = await newProducer();
  const of = (query: string, call?: Call) => get(`/items/${identifier}${query}`, call);
  for (const call of [undefined, { token: foreign.token }]) {
    const [merged, apart] = [await of("", call), await of("?merged=false", call)];
    expect(merged.status).toBe(200);
    expect(merged.bytes.toString()).not.toContain(WORD);
    expect(merged.body).toMatchObject({
      data: {
        data: { color: "red", i18n: PUBLIC_I18N("group") },
        verificationinfos: [...LABELS, ...LABELS].map((label) => ({ label })),
      },
    });
    expect(apart.bytes.toString()).not.toContain(WORD);
    const side = (name: string) => ({
      data: { color: "red", i18n: PUBLIC_I18N(name) },
      verificationinfos: LABELS.map((label) => ({ label })),
    });
    expect(apart.body).toMatchObject({ data: side("item"), group: { data: side("group") } });
  }
  for (const query of ["", "?merged=false"]) {
    const own = await of(query, { token });
    expect(own.bytes.toString()).toContain(WORD);
    expect(own.body).toMatchObject(
      query === ""
        ? { data: { data: described("group").data } }
        : { data: { data: described("item").data }, group: { data: { data: described("group").data } } },
    );
  }
});

test("200: Add Scan never returns the producer's internal infos, in any language or with any token", async () => {
  const { token, identifier } = await newWorld();
  for (const locale of ["en", "de", "fr"]) {
    for (const credential of [{}, { token }]) {
      const reply = await post(
        "/scans",
        { identifier },
        { ...credential, headers: { "an-api-client-locale": locale } },
      );
      expect(reply.status).toBe(200);
      expect(reply.bytes.toString()).not.toContain(WORD);
      expect(reply.body).toMatchObject({
        identifier: {
          data: {
            verificationinfos: [...LABELS, ...LABELS].map((label) => ({
              label: label === "Sign" && locale === "de" ? "Zeichen" : label,
            })),
          },
        },
      });
    }
  }
});

test("200: the producer gets its internal infos in scan lists, groups, histories and events", async () => {
  const { producer, token, group, identifier } = await newWorld();
  await newHook(producer);
  await post("/scans", { identifier });
  for (const path of [
    `/items/${identifier}/scans`,
    "/scans",
    `/items/${identifier}/history`,
    `/groups/${group}`,
    `/groups/${group}/items`,
  ]) {
    const reply = await get(path, { token });
    expect(reply.status, path).toBe(200);
    expect(reply.bytes.toString(), path).toContain(WORD);
  }
  const lists = await get(`/items/${identifier}/scans`, { token });
  expect(lists.body).toMatchObject({
    identifier: {
      data: { verificationinfos: expect.arrayContaining([{ label: WORD, visibility: "producer" }]) },
    },
  });
  const [event] = (await eventsOf(producer)).filter(({ type }) => type === "itemScanned");
  if (!event) throw new Error("No event was written.");
  const { type, snapshot } = event;
  const { hook } = only(
    await runtime().database.db.execute<{ hook: HookInJson }>(
      sql`select to_jsonb(${hooks}) as hook from ${hooks} where ${hooks.producerId} = ${producer.producerId}`,
    ),
  );
  expect(bodyOf({ type: EventType.parse(type), snapshot, hook })).toContain(WORD);
});

test("the public page reveals neither internal infos nor their number, and withholds unknown visibility values", async () => {
  const { identifier } = await newWorld();
  const request = new Request(`https://assay.test/v/${identifier}`, { headers: { host: "assay.test" } });
  const seen = await fromNetwork(
    "192.0.2.77",
    () => forVisitor(request, (visitor) => visit(visitor, ["de"])),
    "192.0.2.77",
  );
  if ("refused" in seen) throw new Error(`Refused: ${seen.refused}`);
  expect(JSON.stringify(seen)).not.toContain(WORD);
  const shown = ["Zeichen", "Unsaid", "Zeichen", "Unsaid"];
  expect(seen.item).toMatchObject({ infos: shown.map((label) => ({ label })), withheld: 4 });
});

test("members of other producers and admins never get internal infos from any call", async () => {
  const { producer, identifier } = await newWorld();
  const { id } = ScanAnswer.parse((await post("/scans", { identifier })).body).scan;
  const other = await newProducer();
  const admin = await newSignedIn([{ producer: other, role: "owner" }], { isAdmin: true });
  const calls: [string, unknown][] = [
    ["items.get", { identifier }],
    ["search.find", { fragment: WORD }],
    ["admin.scans", { filter: { producer: producer.producerId } }],
    ["admin.scan", { id }],
    ["admin.producer", { id: producer.producerId, days: 30 }],
  ];
  for (const [name, input] of calls) {
    const reply = await callProcedure(name, input, { cookie: admin.cookie });
    expect(JSON.stringify([reply.value, reply.failure]), name).not.toContain(WORD);
  }
});
