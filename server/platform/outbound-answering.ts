import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { AnswerHead } from "./outbound-answer";
import { OutboundFault } from "./outbound-fault";

const MAX_RETRY_AFTER_CHARACTERS = 100;

export interface Answer {
  /** 200 or more; a redirect is an answer, and not followed. */
  status: number;
  /** What the body begins with: at most 4 KiB of UTF-8, without NUL. */
  answerHead: string;
  /** The header as it came. */
  retryAfter: string | undefined;
}

/** A call while it is answered, which ends in time. A class, since closures for each call made deliveries a tenth slower. */
export class Answering implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #head = new AnswerHead();
  #asked: Dispatcher.DispatchController | undefined;
  #tooLate: OutboundFault | undefined;
  #status = 0;
  #retryAfter: string | undefined;

  constructor(timeoutMs: number, resolve: (answer: Answer) => void, reject: (reason: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(Answering.#giveUp, timeoutMs, this, timeoutMs);
  }

  static #giveUp(answering: Answering, timeoutMs: number) {
    const tooLate = new OutboundFault("timeout", `No whole answer within ${timeoutMs} ms.`);
    answering.#tooLate = tooLate;
    answering.#asked?.abort(tooLate);
    answering.#reject(tooLate);
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#asked = controller;
    if (this.#tooLate) controller.abort(this.#tooLate);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    this.#status = status;
    this.#retryAfter = firstOf(headers["retry-after"]);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.#head.take(chunk)) return;
    this.onResponseEnd();
    controller.abort(new Error("Enough of the answer is read."));
  }

  onResponseEnd() {
    clearTimeout(this.#timer);
    this.#resolve({ status: this.#status, answerHead: this.#head.text(), retryAfter: this.#retryAfter });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    clearTimeout(this.#timer);
    this.#reject(error);
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  const first = typeof header === "string" ? header : header?.[0];
  return first?.slice(0, MAX_RETRY_AFTER_CHARACTERS);
}
