import { LRUCache } from "lru-cache";
import { z } from "zod";
import { unavailable } from "@/server/core/errors";
import { batchedRead } from "@/server/data/batched-read";
import { openBatcher } from "@/server/data/batcher";
import { askCell, otherCells, requireCells } from "@/server/platform/cells";
import { runtime } from "@/server/runtime/runtime";

/** What a call may be about: an identifier, the hash of a credential, a file, a scan. */
export const PLACED = ["identifier", "credential", "content", "scan"] as const;
export type Placed = (typeof PLACED)[number];

/** Where something is: in this cell, or in the one that its producer has moved to. */
interface Row {
  kind: string;
  key: string;
  /** Null for this cell. */
  cell: number | null;
}

/*
 * A producer that arrives is not here yet, and of one that has moved the cell is known. Every branch is one lookup in an index.
 */
const FIND = `
  select asked.kind, asked.key, move.cell
  from unnest($1::text[], $2::text[]) as asked(kind, key) cross join lateral (
    select producer_id from identifiers where asked.kind = 'identifier' and identifier = asked.key and sandbox = 0
    union all select producer_id from tokens where asked.kind = 'credential'
      and hash = case when asked.kind = 'credential' then decode(asked.key, 'hex') end
    union all select producer_id from contents where asked.kind = 'content'
      and id = case when asked.kind = 'content' then asked.key::uuid end
    union all select producer_id from scans where asked.kind = 'scan'
      and id = case when asked.kind = 'scan' then asked.key::uuid end
  ) found left join cell_moves move on move.producer_id = found.producer_id and move.state in ('moved', 'arriving')
  where move.state is distinct from 'arriving'`;

const findRow = batchedRead<Row>("places", FIND, ({ kind, key }) => [kind, key]);

/** Where something is as far as this cell knows; undefined where it knows nothing of it. */
export async function knownHere(kind: Placed, key: string): Promise<number | undefined> {
  const row = await findRow(runtime().database.batchClient, kind, key);
  return row && (row.cell ?? requireCells().own);
}

/** Identifiers are shorter. */
export const MAX_KEY_CHARACTERS = 400;
export const Asked = z.array(z.tuple([z.enum(PLACED), z.string().max(MAX_KEY_CHARACTERS)])).max(500);
const Told = z.array(z.number().nullable());

/** Answers another cell, for each question in its order. */
export const tellPlaces = (asked: z.output<typeof Asked>): Promise<(number | null)[]> =>
  Promise.all(asked.map(async ([kind, key]) => (await knownHere(kind, key)) ?? null));

export const ASK_PATH = "/api/cells/places";
const ASK_TIMEOUT_MS = 2_000;
const MAX_QUESTIONS = 500;

const questionsTo = new Map<number, (question: [Placed, string]) => Promise<{ cell: number | undefined }>>();

/** Asks another cell; concurrent questions share a call. */
function ask(cell: number, question: [Placed, string]): Promise<{ cell: number | undefined }> {
  const known = questionsTo.get(cell);
  const put =
    known ??
    openBatcher<[Placed, string], { cell: number | undefined }>({
      name: "questions to other cells",
      atOnce: 4,
      laneOf: ([, key]) => key.slice(-1),
      most: MAX_QUESTIONS,
      run: async (asked) =>
        Told.parse(await askCell(cell, ASK_PATH, JSON.stringify(asked), ASK_TIMEOUT_MS)).map((told) => ({
          cell: told ?? undefined,
        })),
    });
  questionsTo.set(cell, put);
  return put(question);
}

const MAX_REMEMBERED = 200_000;
/** Cells of what is not here. A cell that is asked in vain says so, and is forgotten. */
const remembered = new LRUCache<string, number>({ max: MAX_REMEMBERED });

/** Forgets where something is: it is no longer there. */
export const forgetPlace = (kind: Placed, key: string): void => void remembered.delete(`${kind} ${key}`);

/**
 * The cell of something that is not in this one; undefined where no cell has it.
 * @throws 503 where no cell has it of those that answer, and one does not answer
 */
async function findElsewhere(kind: Placed, key: string): Promise<number | undefined> {
  const known = remembered.get(`${kind} ${key}`);
  if (known !== undefined) return known;
  const divided = requireCells();
  const failures: unknown[] = [];
  const answers = otherCells(divided).map(async (other) => {
    const { cell } = await ask(other, [kind, key]).catch((reason: unknown) => {
      failures.push(reason);
      return { cell: undefined };
    });
    // One that believes it is here knows of a move that this cell has not finished.
    if (cell === undefined || cell === divided.own) throw new Error("It is not there.");
    return cell;
  });
  try {
    const cell = await Promise.any(answers);
    remembered.set(`${kind} ${key}`, cell);
    return cell;
  } catch {
    if (failures.length > 0) throw unavailable(failures[0]);
    return undefined;
  }
}

/**
 * The cell of something; undefined where no cell has it. `throttled` runs the questions to other cells.
 * @throws 503 where that cannot be known, because a cell does not answer
 */
export async function placeOf(
  kind: Placed,
  key: string,
  throttled: <T>(ask: () => Promise<T>) => Promise<T> = (ask) => ask(),
): Promise<number | undefined> {
  return (await knownHere(kind, key)) ?? throttled(() => findElsewhere(kind, key));
}
