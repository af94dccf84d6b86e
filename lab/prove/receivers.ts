import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { freePort } from "@/e2e/own-service";

/** A receiver's behaviour: `refusing` closes its port, `holding` delays responses until it is `well`. */
export type Mood = "well" | "refusing" | "failing" | "hanging up" | "holding";

const Body = z.object({
  event: z.object({ type: z.string() }),
  scan: z.object({ id: z.string() }).optional(),
});

export interface ReceivedCall {
  webhookId: string;
  hash: string;
  scanId: string | undefined;
  at: number;
  /** Whether it was answered 200. */
  taken: boolean;
  isSigned: boolean;
}

/** A receiver of webhooks, always on the same port. */
export class Receiver {
  readonly calls: ReceivedCall[] = [];
  readonly port: number;
  /** Number of calls answered 200. */
  takenCount = 0;
  /** The webhook's secret, once it is known. */
  secret = "";
  #mood: Mood = "well";
  #held: (() => void)[] = [];
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // An incomplete request is no call.
    }
    this.#take(request.headers, Buffer.concat(chunks), response);
  });

  private constructor(
    port: number,
    readonly address: string,
  ) {
    this.port = port;
    this.#server.keepAliveTimeout = 60_000;
  }

  static async open(mood: Mood = "well", address = "127.0.0.1"): Promise<Receiver> {
    const receiver = new Receiver(await freePort(), address);
    await receiver.become(mood);
    return receiver;
  }

  get url() {
    return `http://${this.address}:${this.port}/hook`;
  }

  /** Number of calls that wait for a response. */
  get held() {
    return this.#held.length;
  }

  /** The calls that were answered 200. */
  get taken() {
    return this.calls.filter(({ taken }) => taken);
  }

  async become(mood: Mood): Promise<void> {
    this.#mood = mood;
    if (mood === "refusing") await this.close();
    else if (!this.#server.listening) {
      await new Promise<void>((resolve, reject) => {
        this.#server.once("error", reject).listen(this.port, this.address, resolve);
      });
    }
    if (mood === "well") for (const answer of this.#held.splice(0)) answer();
  }

  #take(headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse) {
    const text = body.toString();
    const call: ReceivedCall = {
      webhookId: String(headers["webhook-id"]),
      hash: createHash("sha256").update(body).digest("base64"),
      scanId: Body.parse(JSON.parse(text)).scan?.id,
      at: Date.now(),
      taken: false,
      isSigned: this.secret === "" || isSigned(this.secret, text, headers),
    };
    this.calls.push(call);
    const answer = () => {
      if (!response.socket?.writable) return; // The caller has gone.
      call.taken = true;
      this.takenCount++;
      response.writeHead(200).end();
    };
    if (this.#mood === "well") answer();
    else if (this.#mood === "failing") response.writeHead(500).end();
    else if (this.#mood === "hanging up") response.destroy();
    else {
      this.#held.push(answer);
      response.once("close", () => {
        this.#held = this.#held.filter((held) => held !== answer);
      });
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

function isSigned(secret: string, body: string, headers: IncomingHttpHeaders): boolean {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  try {
    new Webhook(secret).verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name])])));
    return true;
  } catch {
    return false;
  }
}

/** The `HOOK_ALLOW` that permits calls to these receivers. */
export const allowing = (receivers: readonly Receiver[]) =>
  receivers.map(({ port, address }) => `${address}/32:${port}`).join(",");
