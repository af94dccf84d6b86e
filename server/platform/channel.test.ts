import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Answers, openChannel, type Port } from "./channel";

/** Two ports that are connected, and the messages that the first one sends. */
function connected() {
  const receivers: ((message: unknown) => void)[] = [];
  const sent: object[] = [];
  const port = (own: number, other: number): Port => ({
    send(message) {
      if (own === 0) sent.push(message);
      // As Node sends messages between processes.
      receivers[other]?.(JSON.parse(JSON.stringify(message)));
    },
    onMessage: (receive) => {
      receivers[own] = receive;
    },
  });
  return { one: port(0, 1), other: port(1, 0), sent };
}

function openBoth(answers: Answers) {
  const { one, other, sent } = connected();
  openChannel(other, answers);
  return { ask: openChannel(one, {}), sent };
}

test("both sides ask and answer", async () => {
  const { one, other } = connected();
  const ask = openChannel(one, { double: (n) => Number(n) * 2 });
  const askBack = openChannel(other, { greet: async (name) => `Hello, ${name}` });
  expect(await Promise.all([ask("greet", "Ada"), askBack("double", 21)])).toEqual(["Hello, Ada", 42]);
});

test("all questions of a turn are one message, answered in order", async () => {
  const seen: unknown[] = [];
  const { ask, sent } = openBoth({ note: (n) => seen.push(n) });
  await Promise.all(Array.from({ length: 100 }, (_, n) => ask("note", n)));
  expect(sent).toHaveLength(1);
  expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test("a question is refused that fails, that is not answered in time, or that the other process cannot receive", async () => {
  const { ask } = openBoth({
    fail: () => {
      throw new Error("no");
    },
    wait: () => new Promise(() => {}),
  });
  await expect(ask("fail")).rejects.toThrow("failed");
  await expect(ask("wait", undefined, 5)).rejects.toThrow("not answered in 5 ms");
  const gone = openChannel(
    {
      send() {
        throw new Error("closed");
      },
      onMessage: () => {},
    },
    {},
  );
  await expect(gone("anything")).rejects.toThrow("gone");
});

test("foreign messages are ignored", async () => {
  const { one, other } = connected();
  let asked = 0;
  openChannel(other, { note: () => asked++ });
  one.send({ nextServerReady: true });
  one.send({ questions: "none" });
  await turn();
  expect(asked).toBe(0);
});
