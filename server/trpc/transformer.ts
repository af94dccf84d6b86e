/** Where a date stands in an answer: the keys that lead to it. */
type Path = string[];

/** An answer as it is sent: JSON, and where dates stand in it. */
interface Sent {
  /** Absent where the answer is nothing. */
  json?: unknown;
  dates: Path[];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** `path` leads to the value, and is copied for dates alone: answers may have very many other values. */
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
 * How calls and answers become JSON, on both sides. Inputs are JSON as it is; answers tell besides where their dates
 * stand. Superjson would refuse what items may hold: keys such as `constructor`.
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
