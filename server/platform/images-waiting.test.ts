import { expect, onTestFinished, test, vi } from "vitest";
import { newGate } from "@/server/testing/gate";
import { picture } from "@/server/testing/pictures";
import { cleanedImage, scaledImage, TooManyImages } from "./images";

const HOW = { width: 10, quality: 80 };
/** At least as many as are worked on at once. */
const ENOUGH = 3;

/** Images that keep all others waiting until `open` is called. */
async function busy(file: Buffer) {
  const { opened, open } = newGate();
  const read = vi.fn(() => opened.then(() => file));
  const all = Promise.allSettled(Array.from({ length: ENOUGH }, () => scaledImage(read, HOW)));
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  return {
    end: async () => {
      open();
      await all;
    },
  };
}

test("who waited for over 10 s is refused and takes no turn; who came later has its own", async () => {
  const file = await picture();
  const { end } = await busy(file);
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const readTooLate = vi.fn(async () => file);
  const tooLate = Promise.allSettled([scaledImage(readTooLate, HOW), cleanedImage(file)]);
  vi.advanceTimersByTime(1);
  const inTime = scaledImage(async () => file, HOW);
  vi.advanceTimersByTime(10_000);
  await end();
  for (const outcome of await tooLate) {
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(TooManyImages) });
  }
  expect(readTooLate).not.toHaveBeenCalled();
  expect((await inTime).type).toBe("image/png");
});

test("once 500 wait, others are refused at once; those that wait have their turn", async () => {
  const { end } = await busy(await picture());
  const turn = vi.fn(() => Promise.reject(new Error("Its turn.")));
  const asked = Array.from({ length: 520 }, () => scaledImage(turn, HOW).catch((why: unknown) => why));
  expect(await Promise.race(asked)).toBeInstanceOf(TooManyImages);
  expect(turn).not.toHaveBeenCalled();
  await end();
  const refused = (await Promise.all(asked)).filter((why) => why instanceof TooManyImages);
  expect(refused.length).toBeLessThanOrEqual(20);
  expect(turn).toHaveBeenCalledTimes(520 - refused.length);
});
