import { derivatives } from "@/server/platform/derivatives";

/** A picture that was made; `version` is another one where its bytes are. */
export interface Picture {
  /** `image/jpeg` and the like. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  version: string;
}

/** Gives a caller its turn to have a picture made, or refuses it. */
export type Turn = <T>(make: () => Promise<T>) => Promise<T>;

/** The bytes of a picture, kept or made: a turn is needed only for what is not there, and refusals are the caller's own. */
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
