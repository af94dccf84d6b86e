import { measureCores } from "./cpu";
import type { LoadGenerator } from "./load-generator";
import type { HttpRequest } from "./load-job";
import type { Candidate } from "./rounds";

export const CONNECTIONS = 100;

export interface Target {
  name: string;
  processes: { port: number; pid: number }[];
  requests: HttpRequest[];
  /** Called with the number of acknowledged requests, warm-up included. */
  onOk?(ok: number): void;
}

/** A candidate behind HTTP. */
export function httpCandidate(
  load: LoadGenerator,
  postmaster: number | undefined,
  { name, processes, requests, onOk }: Target,
): Candidate {
  const pids = processes.map(({ pid }) => pid);
  const ports = processes.map(({ port }) => port);
  return {
    name,
    async round(seconds) {
      const cores = measureCores({ load: load.pid, candidate: pids, postmaster });
      const { ok, perSecond, p50, p99 } = await load.run({
        ports,
        connections: CONNECTIONS,
        seconds,
        requests,
      });
      onOk?.(ok);
      return { perSecond, p50, p99, cores: cores() };
    },
  };
}
