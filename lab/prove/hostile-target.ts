import { Agent, request } from "undici";

export interface Sending {
  name: string;
  /** Returns the status; 0 without a response. */
  send(): Promise<number>;
  /** Sent with invalid credentials of its own. */
  isForeign?: boolean;
}
/** The requests to one endpoint, procedure or page. */
export interface Target {
  name: string;
  sendings: Sending[];
  /** Sends a request that is accepted, if the scene has one. */
  plain?: (() => Promise<number>) | undefined;
}

export type Headers = Record<string, string>;

/** Opens a client whose requests may be refused before they have arrived completely. */
export function client(url: string) {
  const agent = new Agent({ pipelining: 1 });
  const send = async (method: string, path: string, headers: Headers = {}, body?: string | Buffer) => {
    try {
      const answer = await request(`${url}${path}`, {
        dispatcher: agent,
        method: method === "POST" ? "POST" : method === "DELETE" ? "DELETE" : "GET",
        headers,
        body: body ?? null,
      });
      await answer.body.dump({ limit: 64 * 1024 * 1024 });
      return answer.statusCode;
    } catch {
      return 0;
    }
  };
  return { send, close: () => agent.destroy() };
}
export type Client = ReturnType<typeof client>;

/** Every `step`-th load, shifted by the target's number, so that all targets together cover each kind. */
export const sampled = <T>(loads: T[], step: number, n: number) =>
  loads.filter((_, i) => (i + n) % step === 0);
/** The step of each scale, by the kind of target. */
export const STEPS = { scaled: { endpoint: 3, procedure: 11 }, full: { endpoint: 1, procedure: 1 } };
