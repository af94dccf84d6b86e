import { parseArgs } from "node:util";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { people } from "@/db/schema/people";
import { type Ctx, systemCtx } from "@/server/core/ctx";
import { percentIn } from "@/server/core/percent";
import { personWithEmail } from "@/server/domain/people/named";
import { Email } from "@/server/domain/people/schema";
import { newRequestId } from "@/server/http/request-id";
import { publicBaseUrl } from "@/server/platform/env";
import { say } from "@/server/platform/say.mjs";
import { runtime } from "@/server/runtime/runtime";
import { joinDemo } from "@/server/seed/join";
import { DemoSize } from "@/server/seed/schema";
import { type DemoProgress, seedDemo } from "@/server/seed/seed-demo";
import { runCommand } from "./command";
import { wayIn } from "./way-in";

const USAGE = `usage: npm run -s seed -- [--items N] [--scans N] [--days N] [--owner EMAIL] [--json]
       Creates a demo producer with items, groups, scans and files.
       EMAIL: an existing account, which becomes an owner of the demo producer
       N: 1 to 100000 items (default 500), 0 to 5000000 scans (default 20000), 1 to 1095 days (default 90)`;

const TEXT = { type: "string" } as const;
const MAX_ADMINS_NAMED = 3;
const Options = DemoSize.extend({ json: z.boolean(), owner: Email.optional() });

function readCommand(args: string[]) {
  const options = {
    items: TEXT,
    scans: TEXT,
    days: TEXT,
    owner: TEXT,
    json: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args, options });
  const asNumber = (text: string | undefined) =>
    text === undefined ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Options.safeParse({
    json: values.json,
    owner: values.owner,
    items: asNumber(values.items),
    scans: asNumber(values.scans),
    days: asNumber(values.days),
  }).data;
}

/** Prints the progress, one line per ten percent. */
function progressPrinter() {
  let said = "";
  return ({ percent, stage, words }: DemoProgress) => {
    const tenth = `${stage} ${Math.floor(percent / 10)}`;
    if (tenth === said) return;
    said = tenth;
    say(`${percentIn("en", percent / 100).padStart(4)}  ${words}`);
  };
}

/** Lists admins who can sign in, since admins see every producer. */
const adminsOf = async ({ db }: Ctx): Promise<string[]> =>
  (
    await db
      .select({ email: people.email })
      .from(people)
      .where(and(eq(people.isAdmin, true), isNull(people.disabledAt)))
      .orderBy(people.createdAt)
      .limit(MAX_ADMINS_NAMED)
  ).map(({ email }) => email);

/** `seed`: creates a demo producer and prints its credentials, once, and the people who can see it. */
async function work(command: NonNullable<ReturnType<typeof readCommand>>): Promise<number> {
  const { json, owner, ...size } = command;
  const { database } = runtime();
  const ctx = systemCtx(database, newRequestId());
  // An unknown owner fails here rather than after minutes of work.
  const person = owner === undefined ? undefined : await personWithEmail(ctx, owner);
  const seeded = await seedDemo(ctx, { ...size, onProgress: progressPrinter() });
  const { producerId } = seeded;
  if (person) await joinDemo(ctx, { producerId, personId: person.id });
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...seeded, ...(owner ? { owner } : {}) })}\n`
      : `producer   ${producerId}  ${seeded.name}\ntoken      ${seeded.token}\nowner key  ${seeded.ownerKey}\nThe token and the owner key are shown only once. Alerts opened: ${seeded.alerts}.\n`,
  );
  for (const line of wayIn(publicBaseUrl, producerId, owner, await adminsOf(ctx))) say(line);
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work });
