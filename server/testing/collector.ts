import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";

const Value = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() });
const Span = z
  .object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    name: z.string(),
    attributes: z.array(z.object({ key: z.string(), value: Value })),
    links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  })
  .transform(({ attributes, links, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
    ),
    links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
  }));
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

export type ReceivedSpan = z.output<typeof Span>;

/** A collector of traces by OTLP over HTTP on this machine. */
export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  /** The bodies as they came. */
  texts: string[];
  /** Decides the status of an answer; 200 by default. */
  answer: () => number | Promise<number>;
}

/** Opens a collector that lasts as long as the process. */
export async function openCollector(): Promise<Collector> {
  const collector: Collector = { url: "", spans: [], texts: [], answer: () => 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    collector.texts.push(text);
    const status = await collector.answer();
    if (status === 200)
      for (const { scopeSpans } of Export.parse(JSON.parse(text)).resourceSpans)
        collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const address = server.address();
  collector.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return collector;
}
