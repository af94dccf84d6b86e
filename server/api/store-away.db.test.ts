import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { S3_CREDENTIALS, startS3 } from "@/server/testing/s3";
import { until } from "@/server/testing/until";

const BUCKET = "contents";
const s3 = await startS3(BUCKET);
// Before any module reads the environment.
Object.assign(process.env, S3_CREDENTIALS, {
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: s3.endpoint,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
});
const { call, get, post, problem } = await import("@/server/testing/api");
const { newItem, newProducer } = await import("@/server/testing/factories");
const { readiness } = await import("./health");

const UNAVAILABLE = { status: 503, code: "unavailable", title: "Service Unavailable" };
const BODY = { "content-type": "text/plain", data: Buffer.from("hello").toString("base64") };

const verbose = async () =>
  (await readiness.GET(new Request("https://assay.test/readyz?verbose"), {})).json();

afterAll(() => s3.stop());

test("503 for files and uploads while the store is away, 200 for all else; files return with the store", async () => {
  const producer = await newProducer();
  const { token } = producer;
  const identifier = await newItem(producer);
  const { id } = z.object({ id: z.string() }).parse((await post("/contents", BODY, { token })).body);
  const file = () => get(`/contents/${id}`, { token });
  expect((await file()).status).toBe(200);

  await s3.leave();
  for (const reply of [await post("/contents", BODY, { token }), await file()]) {
    expect(problem(reply)).toMatchObject(UNAVAILABLE);
    expect(reply.headers.get("retry-after")).toBe("5");
    expect(JSON.stringify(reply.body)).not.toMatch(/connect|127\.0\.0\.1|bucket/i);
  }
  expect((await post("/scans", { identifier })).status).toBe(200);
  expect((await get(`/items/${identifier}`, { token })).status).toBe(200);
  const changed = await call("POST", `/items/${identifier}`, { token, body: { title: "New" } });
  expect(changed.status).toBe(200);

  await s3.comeBack();
  await until(async () => expect((await file()).status).toBe(200));
  expect((await post("/contents", BODY, { token })).status).toBe(200);
});

test("/readyz?verbose names each part; a store that is away leaves the readiness as it is", async () => {
  const before = await verbose();
  expect(before.parts).toMatchObject({
    migrations: { state: "ok", message: "The schema fits this build." },
    store: { state: "ok", message: "The file store answers." },
    disk: { state: "ok" },
    background: { state: "ok" },
  });
  await s3.leave();
  const store = {
    state: "failing",
    message: "The file store does not answer: uploads and files are answered 503 until it does.",
  };
  // The answer of the store is kept for some seconds.
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  const away = await verbose();
  expect(away).toMatchObject({ status: before.status, parts: { store } });
  expect(away.reason).toBe(before.reason);
  await s3.comeBack();
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 120_000);
  expect(await verbose()).toMatchObject({ parts: { store: { state: "ok" } } });
});
