/** The keys that lead to a date in an answer. */
type Path = string[];

/** An answer on the wire: JSON and the paths of its dates. */
interface Sent {
  /** Absent if the procedure returns undefined. */
  json?: unknown;
  dates: Path[];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Collects the paths of dates. `path` is mutated and copied for dates only: answers may have very many other values. */
function datesIn(value: unknown, path: Path = [], found: Path[] = []): Path[] {
  if (value instanceof Date) found.push([...path]);
  else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const member: unknown = Reflect.get(value, key);
      if (!isObject(member)) continue;
      path.push(key);
      datesIn(member, path, found);
      path.pop();
    }
  }
  return found;
}

function revive(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return typeof value === "string" ? new Date(value) : value;
  if (!isObject(value)) return value;
  const member: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  const revived = revive(member, rest);
  if (revived !== member)
    Object.defineProperty(value, key, {
      value: revived,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  return value;
}

const isSent = (value: unknown): value is Sent => isObject(value) && "dates" in value;

/**
 * Serialises calls and answers on both sides. Inputs are plain JSON; answers add the paths of their dates. Superjson
 * refuses keys that items may have, such as `constructor`.
 */
export const transformer = {
  input: {
    serialize: (input: unknown): unknown => input,
    deserialize: (sent: unknown): unknown => sent,
  },
  output: {
    serialize: (answer: unknown): Sent => ({ json: answer, dates: datesIn(answer) }),
    deserialize: (sent: unknown): unknown => (isSent(sent) ? sent.dates.reduce(revive, sent.json) : sent),
  },
};
