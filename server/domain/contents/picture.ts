import { derivatives } from "@/server/platform/derivatives";

/** A scaled picture; different bytes have a different `version`. */
export interface Picture {
  /** `image/jpeg` and the like. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  version: string;
}

/** Gives a caller its turn to have a picture made, or refuses it. */
export type Turn = <T>(make: () => Promise<T>) => Promise<T>;

/** Returns the bytes of a picture, cached or made. Only making it needs a turn, and a refusal concerns its caller alone. */
export async function takePicture(
  version: string,
  turn: Turn,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const inHand = derivatives().inHand(version);
  if (inHand) return inHand;
  const take = () => derivatives().take(version, make);
  return (await derivatives().has(version)) ? take() : turn(take);
}
