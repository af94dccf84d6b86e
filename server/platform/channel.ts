import { z } from "zod";

/** A way to another process, such as Node's own between a process and its children. */
export interface Port {
  /** @throws where the other process is gone */
  send(message: object): void;
  onMessage(receive: (message: unknown) => void): void;
}

/** What a process answers, by the name of the question. Each checks what it is given. */
export type Answers = Record<string, (given: unknown) => unknown>;

/** Asks the other process. @throws where it is gone, fails, or does not answer in time */
export type Ask = (question: string, given?: unknown, timeoutMs?: number) => Promise<unknown>;

const DEFAULT_TIMEOUT_MS = 1_000;

const Message = z.object({
  questions: z.array(z.tuple([z.number(), z.string(), z.unknown()])),
  /** Whether the question succeeded, and its answer. */
  answers: z.array(z.tuple([z.number(), z.boolean(), z.unknown()])),
});
type Batch = z.output<typeof Message>;

/**
 * Opens questions and answers between two processes. All questions and answers of one turn of the event loop are one
 * message, so that a question costs little under load.
 */
export function openChannel(port: Port, ownAnswers: Answers): Ask {
  const pending = new Map<number, { resolve(answer: unknown): void; reject(reason: Error): void }>();
  let asked = 0;
  let batch: Batch | undefined;

  function flush() {
    const message = batch;
    batch = undefined;
    if (!message) return;
    try {
      port.send(message);
    } catch {
      for (const [id] of message.questions) pending.get(id)?.reject(new Error("The other process is gone."));
    }
  }

  function collect(add: (to: Batch) => void) {
    if (!batch) setImmediate(flush);
    batch ??= { questions: [], answers: [] };
    add(batch);
  }

  async function answer(id: number, question: string, given: unknown) {
    let [isDone, value]: [boolean, unknown] = [false, undefined];
    try {
      value = await ownAnswers[question]?.(given);
      isDone = true;
    } catch {
      // The other process does without.
    }
    collect(({ answers }) => answers.push([id, isDone, value]));
  }

  port.onMessage((received) => {
    const { success, data } = Message.safeParse(received);
    if (!success) return;
    for (const [id, question, given] of data.questions) void answer(id, question, given);
    for (const [id, isDone, value] of data.answers) {
      if (isDone) pending.get(id)?.resolve(value);
      else pending.get(id)?.reject(new Error("The other process failed."));
    }
  });

  return (question, given, timeoutMs = DEFAULT_TIMEOUT_MS) =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      const end = () => {
        clearTimeout(timer);
        pending.delete(id);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`The other process has not answered in ${timeoutMs} ms.`));
      }, timeoutMs);
      pending.set(id, {
        resolve(value) {
          end();
          resolve(value);
        },
        reject(reason) {
          end();
          reject(reason);
        },
      });
      collect(({ questions }) => questions.push([id, question, given]));
    });
}
