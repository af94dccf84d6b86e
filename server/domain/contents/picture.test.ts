import { until } from "@/server/testing/until";
import "@/server/testing/data-dir";

import { expect, test, vi } from "vitest";
import { newId } from "@/server/platform/ids";
import { newGate } from "@/server/testing/gate";
import { type Turn, takePicture } from "./picture";

const BYTES = Buffer.from("a picture");
const make = async () => BYTES;
const passed: Turn = (work) => work();
const refused: Turn = () => Promise.reject(new Error("Too many for this caller."));
/** A caller that is waiting for its turn. */
async function waiting(version: string, turn: Turn) {
  const { opened, open } = newGate();
  let isWaiting = false;
  const picture = takePicture(
    version,
    async (work) => {
      isWaiting = true;
      await opened;
      return turn(work);
    },
    make,
  );
  await until(() => expect(isWaiting).toBe(true));
  return { picture, open };
}

test("a refusal is not shared with other callers that wait for the same picture", async () => {
  const version = newId();
  const { picture, open } = await waiting(version, passed);
  await expect(takePicture(version, refused, make)).rejects.toThrow("Too many for this caller.");
  open();
  expect(await picture).toEqual(BYTES);
});

test("a caller that is refused after another has had the same picture made stays refused", async () => {
  const version = newId();
  const { picture, open } = await waiting(version, refused);
  expect(await takePicture(version, passed, make)).toEqual(BYTES);
  open();
  await expect(picture).rejects.toThrow("Too many for this caller.");
});

test("a picture that is being made, or is already made, needs no turn", async () => {
  const { opened, open } = newGate();
  const version = newId();
  const begun = vi.fn(async () => {
    await opened;
    return BYTES;
  });
  const first = takePicture(version, passed, begun);
  await until(() => expect(begun).toHaveBeenCalled());
  const second = takePicture(version, refused, make);
  open();
  expect(await Promise.all([first, second])).toEqual([BYTES, BYTES]);
  expect(await takePicture(version, refused, make)).toEqual(BYTES);
  expect(begun).toHaveBeenCalledTimes(1);
});
