import { parseArgs } from "node:util";
import { cancelMove, listMoves, moveProducer } from "@/server/cells/move";
import { conflict } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";
import { say } from "@/server/platform/say.mjs";
import { runCommand } from "./command";

const USAGE = `usage: npm run -s cells -- move PRODUCER-ID --to CELL    (in the producer's cell; repeat it to continue)
       npm run -s cells -- cancel PRODUCER-ID
       npm run -s cells -- list`;

function readCommand(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: "string" } },
  });
  const [verb, producerId = "", ...rest] = positionals;
  if (rest.length > 0) return undefined;
  if (verb === "list" && producerId === "") return { verb } as const;
  if (!isId(producerId)) return undefined;
  const to = Number(values.to);
  if (verb === "move" && values.to !== undefined && Number.isInteger(to))
    return { verb, producerId, to } as const;
  return verb === "cancel" && values.to === undefined ? ({ verb, producerId } as const) : undefined;
}

/** `cells move`: moves a producer to another cell while it is used. `cells list`: prints moves, one JSON line each. */
async function work(command: NonNullable<ReturnType<typeof readCommand>>): Promise<number> {
  if (command.verb === "list")
    for (const move of await listMoves()) process.stdout.write(`${JSON.stringify(move)}\n`);
  else if (command.verb === "cancel") {
    await cancelMove(command.producerId);
    say(`the producer ${command.producerId} stays in this cell`);
  } else {
    const ending = new AbortController();
    const interrupted = conflict("interrupted", "The move is interrupted. Run it again, or cancel it.");
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => ending.abort(interrupted));
    const { rows, heldMs } = await moveProducer({ ...command, tell: say, signal: ending.signal });
    say(`moved to cell ${command.to}: ${rows} rows; calls waited for ${Math.round(heldMs)} ms`);
  }
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work });
