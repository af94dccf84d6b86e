import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { memberships } from "@/db/schema/memberships";
import { signOutEverywhere } from "@/server/domain/people/sign-out-everywhere";
import type { NewProducer } from "@/server/domain/producers/create";
import { LiveScan } from "@/server/domain/scans/live-view";
import type { Role } from "@/server/identity/from-session";
import { runtime } from "@/server/runtime/runtime";
import { problem } from "@/server/testing/api";
import { Browser } from "@/server/testing/browser";
import { newSignedIn, producerQuery } from "@/server/testing/dashboard";
import { newItem, newProducer, newScan, producerRow } from "@/server/testing/factories";
import { newMember, PASSWORD } from "@/server/testing/people";
import { stopLiveFeeds, watchScans } from "./live";
import { uploadContent } from "./upload";

// Holds decision 0023.

let producer: NewProducer;
let other: NewProducer;
beforeAll(async () => {
  [producer, other] = [await newProducer(), await newProducer()];
});

const cookieOf = async (role: Role, of = producer) => (await newSignedIn([{ producer: of, role }])).cookie;

describe("uploads", () => {
  const send = (
    cookie: string | undefined,
    body: Uint8Array<ArrayBuffer> | string,
    { query = "?name=a.txt", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ) =>
    uploadContent(
      new Request(`https://assay.test/api/dashboard/contents${query}&${producerQuery(cookie)}`, {
        method: "POST",
        body,
        headers: {
          "content-type": "text/plain",
          "sec-fetch-site": "same-origin",
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
      }),
    );

  test("200: an editor's file is stored byte for byte", async () => {
    const reply = await send(await cookieOf("editor"), "hello");
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      data: { name: "a.txt", size: 5, "content-type": "text/plain" },
    });
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("401, 403, 400: missing session or role, other origins, too large or hostile files", async () => {
    const editor = await cookieOf("editor");
    const before = await producerRow(producer);
    expect((await send(undefined, "x")).status).toBe(401);
    expect((await send(await cookieOf("viewer"), "x")).status).toBe(403);
    expect((await send(editor, "x", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    expect((await send(editor, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(400);
    expect((await send(editor, "x", { query: "?name=%00" })).status).toBe(400);
    expect((await send(editor, "x", { headers: { "content-type": "image/png" } })).status).toBe(400);
    expect((await send(editor, "x", { headers: { "content-type": "no type" } })).status).toBe(400);
    const withoutSession = problem({ body: await (await send(undefined, "x")).json() });
    expect(withoutSession.code).toBe("not-signed-in");
    expect((await producerRow(producer)).contentBytes).toBe(before.contentBytes);
  });
});

describe("live feed", () => {
  /** Watches until the test ends and collects the stream. */
  async function watch(cookie: string, query = `?${producerQuery(cookie)}`) {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const reply = await watchScans(
      new Request(`https://assay.test/api/live${query}`, { headers: { cookie }, signal: leaving.signal }),
    );
    const stream = { text: "", isOver: false };
    const reader = reply.body?.getReader();
    void (async () => {
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        stream.text += decoder.decode(part.value);
      }
      stream.isOver = true;
    })();
    const scans = () =>
      [...stream.text.matchAll(/event: scan\ndata: (.*)\n/g)].map(([, json]) =>
        LiveScan.parse(JSON.parse(json ?? "")),
      );
    return { reply, stream, scans, leave: () => leaving.abort() };
  }
  const until = async (isSo: () => boolean, ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end && !isSo(); ) await delay(20);
    expect(isSo()).toBe(true);
  };

  test("a scan reaches every page of its producer within 2 s, and no other producer's; one reader serves all", async () => {
    const item = await newItem(producer);
    const feeds = [await watch(await cookieOf("viewer")), await watch(await cookieOf("owner"))];
    const foreign = await watch(await cookieOf("owner", other));
    expect(globalThis.assayLive?.feeds.size).toBe(2);
    const id = await newScan(item, { copyclassification: "original" });
    for (const { scans } of feeds) await until(() => scans().some((scan) => scan.id === id), 2_000);
    await delay(700);
    for (const { scans } of feeds) expect(scans().filter((scan) => scan.id === id)).toHaveLength(1);
    expect(foreign.scans()).toEqual([]);
  });

  test("a reconnecting browser gets the scans that it missed", async () => {
    const item = await newItem(producer);
    const cookie = await cookieOf("viewer");
    const first = await watch(cookie);
    const seen = await newScan(item);
    await until(() => first.scans().some(({ id }) => id === seen), 2_000);
    first.leave();
    const last = first.stream.text
      .match(/id: (\S+)\nevent: scan/g)
      ?.at(-1)
      ?.match(/id: (\S+)/)?.[1];
    const missed = await newScan(item);
    const again = await watch(cookie, `?after=${last}&${producerQuery(cookie)}`);
    await until(() => again.scans().some(({ id }) => id === missed), 300);
  });

  test("it ends with the session", async () => {
    const person = await newSignedIn([{ producer, role: "viewer" }]);
    const { stream } = await watch(person.cookie);
    await signOutEverywhere(runtime().database, person.personId);
    await until(() => stream.isOver, 6_000);
    expect(stream.text).toContain("event: end");
  });

  test("it ends when its session is signed out, but not when another session of the person is", async () => {
    const item = await newItem(producer);
    const { email } = await newMember(producer, "viewer");
    const [leaves, stays] = [new Browser(), new Browser()];
    const feedOf = async (browser: Browser) => {
      await browser.signIn(email, PASSWORD);
      return watch(browser.headers().get("cookie") ?? "", `?producer=${producer.producerId}`);
    };
    const [left, kept] = [await feedOf(leaves), await feedOf(stays)];
    expect((await leaves.signOut()).status).toBe(200);
    await until(() => left.stream.isOver, 6_000);
    expect(left.stream.text).toContain("event: end");
    const id = await newScan(item);
    await until(() => kept.scans().some((scan) => scan.id === id), 2_000);
  });

  test("401 without a session, 429 above the limit of streams; closed streams free their places", async () => {
    expect((await watch("x=y")).reply.status).toBe(401);
    const cookie = await cookieOf("viewer");
    const all = [];
    for (let n = 0; n < 12; n++) all.push(await watch(cookie));
    expect((await watch(cookie)).reply.status).toBe(429);
    for (const { leave } of all) leave();
    expect((await watch(cookie)).reply.status).toBe(200);
  });

  test("204, which stops reconnecting: people without a membership, and removed members", async () => {
    const person = await newSignedIn([{ producer, role: "viewer" }]);
    const own = `?producer=${producer.producerId}`;
    expect((await watch(person.cookie, own)).reply.status).toBe(200);
    await runtime().database.db.delete(memberships).where(eq(memberships.personId, person.personId));
    for (const query of ["", own]) expect((await watch(person.cookie, query)).reply.status).toBe(204);
    const elsewhere = await watch(await cookieOf("viewer", other), own);
    expect([elsewhere.reply.status, elsewhere.stream.text]).toEqual([204, ""]);
  });

  test("it ends at shutdown", async () => {
    const { stream } = await watch(await cookieOf("viewer"));
    stopLiveFeeds();
    await until(() => stream.isOver, 500);
    expect(globalThis.assayLive?.feeds.size).toBe(0);
    const { reply, stream: then } = await watch(await cookieOf("viewer"));
    expect(reply.status).toBe(200);
    await until(() => then.isOver, 500);
  });
});
