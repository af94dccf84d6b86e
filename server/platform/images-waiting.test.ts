import { expect, onTestFinished, test, vi } from "vitest";
import { newGate } from "@/server/testing/gate";
import { picture } from "@/server/testing/pictures";
import { until } from "@/server/testing/until";
import { cleanedImage, scaledImage, TooManyImages } from "./images";

const HOW = { width: 10, quality: 80 };
/** At least the number of images that are processed at once. */
const CONCURRENT_IMAGES = 3;

/** Images that block the queue until `end` is called. */
async function busy(file: Buffer) {
  const { opened, open } = newGate();
  const read = vi.fn(() => opened.then(() => file));
  const all = Promise.allSettled(Array.from({ length: CONCURRENT_IMAGES }, () => scaledImage(read, HOW)));
  await until(() => expect(read).toHaveBeenCalled());
  return {
    end: async () => {
      open();
      await all;
    },
  };
}

test("an image that waited for over 10 s is refused without work; a later one is processed", async () => {
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

test("once 500 images wait, others are refused at once; the waiting ones are processed", async () => {
  const { end } = await busy(await picture());
  const read = vi.fn(() => Promise.reject(new Error("Its turn.")));
  const calls = Array.from({ length: 520 }, () => scaledImage(read, HOW).catch((why: unknown) => why));
  expect(await Promise.race(calls)).toBeInstanceOf(TooManyImages);
  expect(read).not.toHaveBeenCalled();
  await end();
  const refused = (await Promise.all(calls)).filter((why) => why instanceof TooManyImages);
  expect(refused.length).toBeLessThanOrEqual(20);
  expect(read).toHaveBeenCalledTimes(520 - refused.length);
});
