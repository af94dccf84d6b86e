import type { Page } from "@playwright/test";
import { z } from "zod";
import type { Look } from "./look-at";
import { dialog } from "./panels";

const Batch = z.array(z.unknown());

const ID = "019df23e-7c00-7a51-9e0c-5d3f2b8a4c01";

const job = (id: string, fields: object) => ({
  id,
  kind: "groupDeletion",
  name: "Zephyr line",
  state: "running",
  done: 3_500,
  total: 12_431,
  result: {},
  error: null,
  errorCode: null,
  actorType: "user",
  actorName: "Zephyr Owner",
  requestedAt: "2026-01-01T08:00:00.000Z",
  endedAt: null,
  undoableUntil: null,
  ...fields,
});

const ended = { endedAt: "2026-01-01T08:02:00.000Z" };
const FAILED = { ...ended, state: "failed", error: "There is no hook.", errorCode: "hook-not-found" };
const REPLAY = { kind: "replay", name: "https://zephyr.invalid/zephyr", result: { replayed: 1_200 } };

const LEFT = {
  ...ended,
  kind: "itemChange",
  action: "removeFromGroup",
  state: "done",
  undoableUntil: "2026-01-02T08:02:00.000Z",
  result: {
    changed: 12_301,
    unchanged: 0,
    refused: { "item-invalidated": 100, "item-not-in-group": 30 },
    refusals: [
      { id: "zephyr-1", code: "item-invalidated" },
      { id: "zephyr-2", code: "item-not-in-group" },
    ],
  },
};

/** Jobs in every state; jobs of the service itself end too soon. */
const ENTRIES = [
  job(ID, {}),
  job(ID.replace(/1$/, "2"), { ...REPLAY, total: null }),
  job(ID.replace(/1$/, "3"), { ...REPLAY, ...ended, state: "done", done: 12_431 }),
  job(ID.replace(/1$/, "4"), { ...REPLAY, ...FAILED }),
  job(ID.replace(/1$/, "6"), LEFT),
  job(ID.replace(/1$/, "5"), { ...ended, state: "cancelled", actorType: "token", actorName: "Zephyr token" }),
];

const ANSWERS = {
  "jobs.list": () => ({ entries: ENTRIES, nextCursor: null }),
  "jobs.running": () => ENTRIES.slice(0, 2),
};

/** Answers the calls of jobs, alone or in a batch; dates stay texts. */
const answering = (answers: Record<string, () => unknown>) => async (page: Page) => {
  await page.route(/\/api\/trpc\/.*jobs\./, async (route) => {
    const called = new URL(route.request().url()).pathname.replace("/api/trpc/", "").split(",");
    const others = called.every((name) => name in answers)
      ? []
      : Batch.parse(await (await route.fetch()).json());
    const json = called.map((name, place) => {
      const answer = answers[name];
      return answer ? { result: { data: { json: answer(), dates: [] } } } : others[place];
    });
    await route.fulfill({ status: 200, json });
  });
};

const listed = answering(ANSWERS);
const opened = (fields: object) => answering({ ...ANSWERS, "jobs.get": () => job(ID, fields) });

/** The list of jobs, and a job in every state with its own appearance. */
export const OF_JOBS: Look[] = [
  // With a parameter in the address the browser asks, and not the server.
  { name: "jobs", path: () => "/jobs?all", prepare: listed },
  { name: "jobs, empty", isAgain: true, path: () => "/jobs", who: "beginner" },
  {
    name: "job",
    path: () => `/jobs/${ID}`,
    prepare: opened({}),
    panels: [dialog("stop", (say) => say("jobs.stop.button"))],
  },
  {
    name: "job, failed",
    path: () => `/jobs/${ID}`,
    prepare: opened({ ...REPLAY, ...FAILED, hookId: ID }),
  },
  {
    name: "job that left items",
    path: () => `/jobs/${ID}`,
    prepare: opened(LEFT),
  },
  { name: "job, absent", isAgain: true, path: () => "/jobs/zephyr-missing", fails: true },
];
