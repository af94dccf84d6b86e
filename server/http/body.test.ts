import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readBytes } from "./body";
import { jsonBody, readJsonBody } from "./input";
import { MAX_NAMES, MAX_VALUES } from "./json-counter";

// Holds decision 0037.

const MIB = 1024 * 1024;

/** A request whose body arrives in parts of `bytes` every `everyMs`, after a pause. */
function trickling(
  total: number,
  { bytes, everyMs, pauseMs = 0 }: { bytes: number; everyMs: number; pauseMs?: number },
) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, sent === 0 ? pauseMs : everyMs));
      controller.enqueue(new Uint8Array(Math.min(bytes, total - sent)));
      sent += bytes;
      if (sent >= total) controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  return new Request("http://assay.test/", init);
}

describe("slow bodies", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The outcome of reading, and its seconds. */
  async function reading(request: Request, isUpload: boolean) {
    const startedAt = Date.now();
    const ended = readBytes(request, { maxBytes: 14 * MIB, isUpload }).then(
      (bytes) => ({ bytes: bytes.byteLength, seconds: (Date.now() - startedAt) / 1000 }),
      (refusal: unknown) => ({ refusal, seconds: (Date.now() - startedAt) / 1000 }),
    );
    // In steps, since reading also needs turns of the real event loop.
    for (let seconds = 0; seconds < 1_200; seconds++) await vi.advanceTimersByTimeAsync(1_000);
    return ended;
  }

  test("400: an upload of a byte every five seconds ends after 20 s, and its connection closes", async () => {
    const ended = await reading(trickling(MIB, { bytes: 1, everyMs: 5_000 }), true);
    expect(ended).toMatchObject({
      refusal: { kind: "invalid", code: "body-too-slow", details: { headers: { connection: "close" } } },
    });
    expect(ended.seconds).toBeCloseTo(20, 0);
  });

  test("400: an upload that stops after its first MiB ends once the time for that MiB is over", async () => {
    const ended = await reading(trickling(2 * MIB, { bytes: MIB, everyMs: 1_100_000 }), true);
    expect(ended).toMatchObject({ refusal: { code: "body-too-slow" } });
    expect(ended.seconds).toBeCloseTo(20 + 1024, 1);
  });

  test("a phone on GPRS can upload a photo: 2 KiB a second, after a pause of 15 s", async () => {
    const ended = await reading(trickling(MIB, { bytes: 2048, everyMs: 1_000, pauseMs: 15_000 }), true);
    expect(ended).toMatchObject({ bytes: MIB });
  });

  test("400: any other body that takes more than a minute", async () => {
    const ended = await reading(trickling(MIB, { bytes: 2048, everyMs: 1_000 }), false);
    expect(ended).toMatchObject({ refusal: { code: "body-too-slow" } });
    expect(ended.seconds).toBeCloseTo(60, 1);
    const request = new Request("http://assay.test/", { method: "POST", headers: { "content-length": "9" } });
    vi.spyOn(request, "arrayBuffer").mockReturnValue(new Promise(() => {}));
    expect(await reading(request, false)).toMatchObject({ refusal: { code: "body-too-slow" }, seconds: 60 });
  });
});

const CHUNK_BYTES = 4_097;

/** A request with a JSON body, in chunks whose size splits texts and escapes. */
function jsonRequest(text: string) {
  const bytes = Buffer.from(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES)
        controller.enqueue(bytes.subarray(at, at + CHUNK_BYTES));
      controller.close();
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  return new Request("http://assay.test/", init);
}

const many = (value: string, count: number) => `[${Array(count).fill(value).join(",")}]`;

test("the event loop gets turns while megabytes that arrived at once are counted", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === 4 * MIB) return controller.close();
      sent += MIB / 16;
      controller.enqueue(new Uint8Array(MIB / 16));
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  const request = new Request("http://assay.test/", init);
  let [turns, isOver] = [0, false];
  const counted: number[] = [];
  const takeTurns = () => {
    turns++;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  let size = 0;
  await readBytes(request, {
    maxBytes: 14 * MIB,
    onChunk: ({ byteLength }) => {
      size += byteLength;
      counted[turns] = (counted[turns] ?? 0) + byteLength;
    },
  });
  isOver = true;
  expect(size).toBe(4 * MIB);
  expect(Math.max(...counted.filter(Boolean))).toBeLessThanOrEqual(MIB / 2);
});

describe("the number of values of a body", () => {
  const parse = vi.spyOn(JSON, "parse");
  beforeEach(() => {
    parse.mockClear();
  });

  test.each([
    ["numbers", many("1", MAX_VALUES)],
    ["empty arrays", many("[]", MAX_VALUES)],
    ["empty objects", many("{}", MAX_VALUES / 2)],
    ["arrays in arrays", `${"[".repeat(MAX_VALUES + 1)}${"]".repeat(MAX_VALUES + 1)}`],
    ["members", `{${many('"a":1', MAX_VALUES).slice(1, -1)}}`],
    ["different names", `{${Array.from({ length: MAX_NAMES + 1 }, (_, n) => `"${n}":1`).join(",")}}`],
  ])("400: too many %s, and nothing is parsed", async (_, text) => {
    await expect(readJsonBody(jsonRequest(text))).rejects.toMatchObject({
      kind: "invalid",
      code: "body-too-large",
    });
    expect(parse).not.toHaveBeenCalled();
  });

  test.each([
    ["the maximum number of values", many("1", MAX_VALUES - 1)],
    ["a long text full of separators", JSON.stringify({ text: '[{,\\"}]'.repeat(50_000) })],
    ["a long text that ends in backslashes", JSON.stringify(["\\".repeat(400_000), "[,{"])],
  ])("%s is parsed completely", async (_, text) => {
    const { body, faults } = await readJsonBody(jsonRequest(text));
    expect([faults, JSON.stringify(body) === text]).toEqual([[], true]);
  });

  test("1,000 verification infos with translations into eight languages are within the limits", async () => {
    const infos = Array.from({ length: 1_000 }, (_, n) => ({
      key: `k${n}`,
      label: "Label",
      value: "x",
      pos: n,
    }));
    const texts = Object.fromEntries(infos.map(({ key }) => [key, { label: "Schild", value: "y" }]));
    const languages = ["de", "fr", "es", "it", "pl", "pt", "nl", "da"];
    const i18n = Object.fromEntries(languages.map((tag) => [tag, { verificationinfos: texts }]));
    const text = JSON.stringify({ verificationinfos: infos, data: { i18n } });
    expect(text.length).toBeLessThan(MIB);
    expect((await readJsonBody(jsonRequest(text))).faults).toEqual([]);
  });
});

test("text beyond ASCII is decoded unchanged", async () => {
  const text = JSON.stringify({ name: "\uFEFF日本語é😀", data: "日".repeat(MIB / 4), rest: "x".repeat(7) });
  const { body } = await jsonBody(Buffer.from(text), "application/json");
  expect(JSON.stringify(body)).toBe(text);
});
