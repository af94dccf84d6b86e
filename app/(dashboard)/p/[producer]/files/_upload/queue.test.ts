import { expect, test, vi } from "vitest";
import type { Sent } from "./send";

const requests = vi.hoisted((): { name: string; end: (sent: Sent) => void }[] => []);

vi.mock("./send", () => ({
  sendFile: ({ name }: File) => {
    const request = { name, end: (_: Sent) => {} };
    const done = new Promise<Sent>((resolve) => {
      request.end = resolve;
    });
    requests.push(request);
    return { done, stop: () => request.end({ refusal: { code: "cancelled", detail: "" } }) };
  },
}));

const { addFiles, cancelUpload } = await import("./queue");
const { allUploads, forgetStored } = await import("./store");

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const statesOf = (file: File) => allUploads().flatMap((one) => (one.file === file ? [one.state] : []));
const requestsOf = ({ name }: File) => requests.filter((one) => one.name === name);

async function added(file: File, times: number): Promise<File> {
  addFiles(
    Array.from({ length: times }, () => file),
    { producer: "one" },
  );
  await settled();
  return file;
}

async function ended(file: File, sent: Sent): Promise<void> {
  requestsOf(file).at(-1)?.end(sent);
  await settled();
}

test("copies wait for the one that is sent, and are not sent themselves", async () => {
  const file = await added(new File(["a"], "sent once"), 5);
  expect(statesOf(file)).toEqual(["sending", "waiting", "waiting", "waiting", "waiting"]);
  await ended(file, { id: "a" });
  expect(statesOf(file)).toEqual(["done", "done", "done", "done", "done"]);
  expect(requestsOf(file)).toHaveLength(1);
});

test("a copy is sent if the one before it is refused or cancelled", async () => {
  const file = await added(new File(["b"], "sent thrice"), 3);
  await ended(file, { refusal: { code: "quota", detail: "" } });
  expect(statesOf(file)).toEqual(["failed", "sending", "waiting"]);
  const second = allUploads().find((one) => one.file === file && one.state === "sending");
  cancelUpload(second?.key ?? 0);
  await settled();
  expect(statesOf(file)).toEqual(["failed", "failed", "sending"]);
  await ended(file, { id: "b" });
  expect(statesOf(file)).toEqual(["failed", "failed", "done"]);
});

test("a copy is sent if the one before it is cancelled while it waits for its next attempt", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const file = await added(new File(["c"], "busy"), 2);
  await ended(file, { refusal: { code: "too-many-requests", detail: "", after: 1 } });
  expect(statesOf(file)).toEqual(["sending", "waiting"]);
  cancelUpload(allUploads().find((one) => one.file === file)?.key ?? 0);
  await settled();
  expect(statesOf(file)).toEqual(["failed", "sending"]);
  await ended(file, { id: "c" });
});

test("a deleted file is sent again", async () => {
  const file = await added(new File(["d"], "deleted"), 1);
  await ended(file, { id: "d" });
  forgetStored(["d"]);
  await added(file, 1);
  expect(statesOf(file)).toEqual(["sending"]);
  await ended(file, { id: "e" });
  forgetStored();
  expect(statesOf(file)).toEqual([]);
});
