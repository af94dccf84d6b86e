import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { POST } from "@/app/(public)/v/[identifier]/report/route";
import { reportPhotos } from "@/db/schema/report-photos";
import { reports } from "@/db/schema/reports";
import { ANSWERED_WITHIN_MS } from "@/server/http/in-time";
import { runtime } from "@/server/runtime/runtime";
import { itemRow, newItem, newProducer } from "@/server/testing/factories";
import { photo } from "@/server/testing/sample-images/picture";

/** A report with a photo, as a form. */
async function formWithPhoto(): Promise<Response> {
  const form = new FormData();
  form.set("kind", "shop");
  const picture = Uint8Array.from(await photo("jpeg", 400, 300));
  form.set("photo", new Blob([picture], { type: "image/jpeg" }), "me.jpg");
  return new Response(form);
}

/** Bytes that arrive in two halves, with a pause in between. */
function pausing(bytes: Uint8Array, pauseMs: number): ReadableStream<Uint8Array> {
  const half = bytes.byteLength / 2;
  let isPaused = false;
  return new ReadableStream(
    {
      async pull(controller) {
        if (!isPaused) {
          isPaused = true;
          controller.enqueue(bytes.subarray(0, half));
          return;
        }
        await vi.advanceTimersByTimeAsync(pauseMs);
        vi.useRealTimers();
        controller.enqueue(bytes.subarray(half));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

test("a report whose photo arrives slowly is stored with its photo", async () => {
  const identifier = await newItem(await newProducer());
  const form = await formWithPhoto();
  const type = form.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await form.arrayBuffer());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const init = {
    method: "POST",
    headers: { "content-type": type, host: "assay.test", "sec-fetch-site": "same-origin" },
    body: pausing(bytes, ANSWERED_WITHIN_MS + 1_000),
    duplex: "half",
  };
  const answer = await POST(new Request(`https://assay.test/v/${identifier}/report`, init));
  expect(answer.status).toBe(303);
  const { id } = await itemRow(identifier);
  const stored = await runtime()
    .database.db.select({ photo: reportPhotos.reportId })
    .from(reports)
    .leftJoin(reportPhotos, eq(reportPhotos.reportId, reports.id))
    .where(eq(reports.itemId, id));
  expect(stored).toEqual([{ photo: expect.any(String) }]);
});
