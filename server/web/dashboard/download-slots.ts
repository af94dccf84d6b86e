import { tooManyRequests } from "@/server/data/too-many-requests";

/** Downloads at once of a person, of a producer, and of the process. */
const MAX_SLOTS = { person: 2, producer: 4, process: 12 };

type Holder = keyof typeof MAX_SLOTS;

const taken = new Map<string, number>();

/**
 * Takes a download slot. Returns the function that releases it; repeated calls have no effect.
 *
 * @throws 429 if the person, the producer or the process has none left
 */
export function takeSlot(of: { person: string; producer: string | undefined }): () => void {
  const { person, producer } = of;
  const holders: [Holder, string | undefined][] = [
    ["person", person],
    ["producer", producer],
    ["process", ""],
  ];
  const keys = holders.flatMap(([holder, id]) =>
    id === undefined ? [] : [{ holder, key: `${holder} ${id}` }],
  );
  if (keys.some(({ holder, key }) => (taken.get(key) ?? 0) >= MAX_SLOTS[holder]))
    throw tooManyRequests("downloads at once", "Too many downloads at once.", 10);
  for (const { key } of keys) taken.set(key, (taken.get(key) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    for (const { key } of keys) {
      const left = (taken.get(key) ?? 1) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    }
  };
}
