import { z } from "zod";
import { env } from "./env";
import { metrics } from "./metrics";

const SEND_INTERVAL_MS = 5_000;
/** The text of a registry: for each metric the lines HELP and TYPE, then its samples. */
const METRIC = /^(# HELP .*\n# TYPE .*\n)((?:[^#\n].*\n?)*)/gm;

/** Joins texts of registries, so that each metric has one heading. */
export function joined(texts: string[]): string {
  const samples = new Map<string, string>();
  for (const [, heading = "", lines = ""] of texts.flatMap((text) => [...text.matchAll(METRIC)]))
    samples.set(heading, `${samples.get(heading) ?? ""}${lines.trimEnd()}\n`);
  return [...samples].map(([heading, lines]) => heading + lines).join("\n");
}

/** The metrics of this process in the text format of Prometheus. Those of other threads are up to 5 s old. */
export async function metricsText(): Promise<string> {
  const { callers, thread, others } = metrics();
  return joined([await callers.registry.metrics(), await thread.registry.metrics(), ...others.values()]);
}

/** Sends this thread's metrics now and every 5 s, where the service has them switched on. */
export function sendMetrics(send: (text: string) => void): void {
  if (env.METRICS_PORT === undefined) return;
  const read = async () => send(await metrics().thread.registry.metrics());
  void read();
  setInterval(() => void read(), SEND_INTERVAL_MS).unref();
}

/** Keeps the newest metrics that a thread sent. */
export function keepMetrics(thread: string, text: unknown): void {
  metrics().others.set(thread, z.string().parse(text));
}

/** Forgets the metrics of a thread that ended. */
export function forgetMetrics(thread: string): void {
  metrics().others.delete(thread);
}
