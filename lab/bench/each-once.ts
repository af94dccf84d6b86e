import http from "node:http";
import { measureCores } from "./cpu";
import { type Candidate, median } from "./rounds";

/** Just enough that two images are always processed while others are in transit. */
export const FEW_CONNECTIONS = 4;

/** The request for each candidate, in this order: another image, or another width of it, every time. */
export interface Wish {
  photo: number;
  width: number;
}

interface EachOnce {
  name: string;
  port: number;
  /** The candidate's processes. */
  pids: number[];
  /** Never repeats a value. */
  wishes: Iterator<Wish>;
  pathOf(wish: Wish): string;
}

/** Requests an image; only a complete JPEG counts as a response. */
function requestJpeg(agent: http.Agent, port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get({ agent, host: "127.0.0.1", port, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const isJpeg = bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
        if (response.statusCode === 200 && isJpeg) resolve();
        else
          reject(new Error(`GET ${path}: ${response.statusCode} ${bytes.toString("latin1").slice(0, 200)}`));
      });
    });
    request.on("error", reject);
  });
}

/** Repeats concurrent work for a time; returns its rate, and the latencies of what ended in time. */
export async function repeatedly(work: () => Promise<void>, concurrency: number, seconds: number) {
  const begun = performance.now();
  const deadline = begun + seconds * 1000;
  const inTime: number[] = [];
  const worker = async () => {
    for (let now = performance.now(); now < deadline; ) {
      const startedAt = now;
      await work();
      now = performance.now();
      if (now <= deadline) inTime.push(now - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const sorted = inTime.toSorted((a, b) => a - b);
  return {
    perSecond: inTime.length / seconds,
    p50: median(inTime),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

/** An HTTP candidate on few connections, whose requests are all for images that it has not made yet. */
export function eachOnceCandidate({ name, port, pids, wishes, pathOf }: EachOnce): Candidate {
  const agent = new http.Agent({ keepAlive: true, maxSockets: FEW_CONNECTIONS });
  return {
    name,
    async round(seconds) {
      const cores = measureCores({ load: process.pid, candidate: pids, postmaster: undefined });
      const requestNext = async () => {
        const { done, value } = wishes.next();
        if (done) throw new Error(`${name} has made every image.`);
        await requestJpeg(agent, port, pathOf(value));
      };
      const figures = await repeatedly(requestNext, FEW_CONNECTIONS, seconds);
      return { ...figures, cores: cores() };
    },
  };
}
