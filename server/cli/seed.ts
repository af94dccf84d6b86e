import { parseArgs } from "node:util";
import { z } from "zod";
import { ANONYMOUS } from "@/server/auth/caller";
import { say } from "@/server/database";
import { type DemoProgress, plantDemo } from "@/server/domain/demo/plant";
import { DemoSize } from "@/server/domain/demo/schema";
import { newRequestId } from "@/server/rest/request-id";
import { runtime } from "@/server/runtime";
import { runCommand } from "./command";

const USAGE = `usage: npm run -s seed -- [--items N] [--scans N] [--days N] [--json]
       N: 1 to 100000 items (500), 0 to 5000000 scans (20000) of the last 1 to 1095 days (90)`;

const NUMBER = { type: "string" } as const;
const Options = DemoSize.extend({ json: z.boolean() });

function readCommand(args: string[]) {
  const options = {
    items: NUMBER,
    scans: NUMBER,
    days: NUMBER,
    json: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args, options });
  const asNumber = (text: string | undefined) =>
    text === undefined ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Options.safeParse({
    json: values.json,
    items: asNumber(values.items),
    scans: asNumber(values.scans),
    days: asNumber(values.days),
  }).data;
}

/** Says what is under way, a line for every tenth. */
function sayProgress() {
  let said = "";
  return ({ percent, stage, words }: DemoProgress) => {
    const tenth = `${stage} ${Math.floor(percent / 10)}`;
    if (tenth === said) return;
    said = tenth;
    say(`${String(percent).padStart(3)} %  ${words}`);
  };
}

/** `seed`: plants a demo producer and prints its credentials, this once. */
async function work(command: NonNullable<ReturnType<typeof readCommand>>): Promise<number> {
  const { json, ...size } = command;
  const { database } = runtime();
  const ctx = { caller: ANONYMOUS, db: database.db, hot: database.hot, requestId: newRequestId() };
  const planted = await plantDemo(ctx, { ...size, onProgress: sayProgress() });
  process.stdout.write(
    json
      ? `${JSON.stringify(planted)}\n`
      : `producer   ${planted.producerId}  ${planted.name}\ntoken      ${planted.token}\nowner key  ${planted.ownerKey}\nThe token and the key are shown this once.\n`,
  );
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work });
