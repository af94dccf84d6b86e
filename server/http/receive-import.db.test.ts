import { expect, test } from "vitest";
import type { NewProducer } from "@/server/domain/producers/create";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { receiveImport } from "./receive-import";
import { streamBody } from "./stream-body";

const receive = (producer: NewProducer, body: BodyInit) => {
  const init = { method: "POST", body, duplex: "half" };
  const request = new Request("https://assay.test/", init);
  return receiveImport(ctxOf(producer), { kind: "items", name: "" }, streamBody(request));
};

test("slow uploads of two producers leave a place for the upload of a third", async () => {
  const [one, two, three] = [await newProducer(), await newProducer(), await newProducer()];
  const ends: (() => void)[] = [];
  const slow = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from("identifier\n"));
        ends.push(() => controller.close());
      },
    });
  const arriving = [one, one, two].map((producer) => receive(producer, slow()));
  try {
    await expect(receive(two, slow())).rejects.toMatchObject({ kind: "tooManyRequests" });
    expect(await receive(three, "identifier\na\n")).toMatchObject({ state: "open", rows: 1 });
  } finally {
    for (const end of ends) end();
    await Promise.allSettled(arriving);
  }
});
