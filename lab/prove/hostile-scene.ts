import { request } from "undici";
import { z } from "zod";
import { PRODUCER_HEADER } from "@/server/identity/from-session";
import { newOwner } from "./dashboard-session";
import type { Home } from "./home";
import { newIdentifier } from "./worst-bodies";

/** One hostile object of each kind. */
export interface Scene {
  producer: string;
  token: string;
  cookie: string;
  item: string;
  group: string;
  scan: string;
  content: string;
  hook: string;
  job: string;
  /** A case with scans of the item. */
  caseId: string;
  /** Objects for deletions and invalidations, so that all others stay. */
  spare: { item: string; group: string; content: string };
}

const Id = z.object({ id: z.string() });
const Scan = z.object({ scan: Id });
const Opened = z.object({ result: z.object({ data: z.object({ json: Id }) }) });

const wide = (prefix: string) =>
  Object.fromEntries(Array.from({ length: 9_800 }, (_, n) => [`${prefix}${n}`, n]));
const infos = Array.from({ length: 1_000 }, (_, n) => ({
  key: `k${n}`,
  label: "x".repeat(99),
  value: ["x"],
  pos: -n,
}));
const i18n = Object.fromEntries(
  Array.from({ length: 100 }, (_, n) => [
    `de-x-${n}`,
    {
      title: "x",
      verificationinfos: Object.fromEntries(infos.slice(0, 40).map(({ key }) => [key, { label: "y" }])),
    },
  ]),
);

/** Opens a case about a scan, with a note, as its owner does. */
async function openCase(url: string, session: Record<string, string>, scan: string): Promise<string> {
  const call = async (path: string, input: object) => {
    const answer = await request(`${url}/api/trpc/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...session },
      body: JSON.stringify(input),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  };
  const opened = await call("cases.open", {
    title: "x".repeat(100),
    links: [{ kind: "scan", refs: [scan] }],
  });
  const { id } = Opened.parse(opened).result.data.json;
  for (let n = 0; n < 100; n++) await call("cases.note", { id, text: "x ".repeat(1_000) });
  return id;
}

export async function openScene(home: Home, url: string): Promise<Scene> {
  const producer = await home.producer("Hostile");
  const { token, producerId } = producer;
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json", "an-api-token": token };
    const answer = await request(`${url}/api/v2${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`POST ${path}: ${answer.statusCode} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  const item = newIdentifier();
  const hostile = (prefix: string) => ({ verificationinfos: infos, data: { ...wide(prefix), i18n } });
  await post("/items", { identifier: item, ...hostile("item") });
  const { id: group } = Id.parse(await post("/groups", hostile("group")));
  await post(`/groups/${group}/items/${encodeURIComponent(item)}`, {});
  for (let n = 0; n < 40; n++)
    await post(`/items/${encodeURIComponent(item)}`, { data: wide(`changed${n}`) });
  await post(`/items/${encodeURIComponent(item)}`, hostile("item"));
  const small = {
    identifier: item,
    data: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, n])),
  };
  for (let n = 0; n < 200; n++) await post("/scans", small);
  const { scan } = Scan.parse(await post("/scans", small));
  const file = { "content-type": "text/plain", data: "eA==" };
  const { id: content } = Id.parse(await post("/contents", file));
  const receiver = { events: "contentDeleted", url: "https://receiver.example/" };
  const { id: hook } = Id.parse(await post("/producers/hooks", receiver));
  const replay = { kind: "replay", input: { hookId: hook, since: 0 } };
  const { id: job } = Id.parse(await post("/jobs", replay));
  const spare = {
    item: Id.parse(await post("/items", { identifier: newIdentifier() })).id,
    group: Id.parse(await post("/groups", {})).id,
    content: Id.parse(await post("/contents", file)).id,
  };
  const cookie = await newOwner(home, url, producerId);
  const caseId = await openCase(url, { cookie, [PRODUCER_HEADER]: producerId }, scan.id);
  return {
    producer: producerId,
    token,
    cookie,
    item,
    group,
    scan: scan.id,
    content,
    hook,
    job,
    caseId,
    spare,
  };
}
