import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { AnswerHead } from "./outbound-answer";
import { OutboundFault } from "./outbound-fault";

const MAX_RETRY_AFTER_CHARACTERS = 100;

export interface Answer {
  /** 200 or more; a redirect is a response and is not followed. */
  status: number;
  /** The beginning of the body: at most 4 KiB of UTF-8, without NUL. */
  answerHead: string;
  /** The header, unparsed. */
  retryAfter: string | undefined;
}

/** A call from request to response, with a timeout. A class: closures for each call made deliveries a tenth slower. */
export class Answering implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #head = new AnswerHead();
  #controller: Dispatcher.DispatchController | undefined;
  #timeoutFault: OutboundFault | undefined;
  #status = 0;
  #retryAfter: string | undefined;

  constructor(timeoutMs: number, resolve: (answer: Answer) => void, reject: (reason: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(Answering.#timeOut, timeoutMs, this, timeoutMs);
  }

  static #timeOut(answering: Answering, timeoutMs: number) {
    const fault = new OutboundFault("timeout", `No whole answer within ${timeoutMs} ms.`);
    answering.#timeoutFault = fault;
    answering.#controller?.abort(fault);
    answering.#reject(fault);
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
    if (this.#timeoutFault) controller.abort(this.#timeoutFault);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    this.#status = status;
    this.#retryAfter = firstOf(headers["retry-after"]);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.#head.take(chunk)) return;
    this.onResponseEnd();
    controller.abort(new Error("The response is read to its limit."));
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
