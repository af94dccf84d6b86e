import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { newProducer } from "./credentials";
import { freePort, startOwnService } from "./own-service";
import { DATA_DIR } from "./where";
import { onTheWire } from "./wire";

// Holds decision 0002.

test("the very first files served by plain Next have a content-length", async ({ baseURL }) => {
  const { token } = await newProducer("First answers");
  const bytes = randomBytes(100_000);
  const kept = await fetch(`${baseURL}/api/v2/contents`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ "content-type": "application/octet-stream", data: bytes.toString("base64") }),
  });
  const { id } = z.object({ id: z.string() }).parse(await kept.json());

  const port = await freePort();
  const next = ["--import", "tsx", "e2e/serve.ts", "next", String(port)];
  const service = await startOwnService(next, port, { DATA_DIR });
  try {
    const url = new URL(`/api/v2/contents/${id}`, service.url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => onTheWire("GET", url)));
    const framing = answers.map(({ headers }) => ({
      length: headers.get("content-length"),
      encoding: headers.get("transfer-encoding"),
      ours: [...headers.keys()].filter((name) => name.startsWith("x-assay")),
    }));
    expect(framing).toEqual(
      Array.from({ length: 5 }, () => ({ length: "100000", encoding: undefined, ours: [] })),
    );
    expect(answers.filter((answer) => !answer.bytes.equals(bytes))).toEqual([]);
  } finally {
    await service.end("SIGTERM");
  }
});
