import { parseArgs } from "node:util";
import { z } from "zod";
import { ANONYMOUS } from "@/server/auth/caller";
import { type Ctx, inTransaction } from "@/server/ctx";
import { say } from "@/server/database";
import { addMember } from "@/server/domain/members/add";
import { lockMembers } from "@/server/domain/members/named";
import { Role } from "@/server/domain/members/schema";
import { createPerson } from "@/server/domain/people/create";
import { NewPerson } from "@/server/domain/people/schema";
import { inWords, parsed } from "@/server/domain/shared/parsed";
import { AppError } from "@/server/errors";
import { newRequestId } from "@/server/rest/request-id";
import { runtime } from "@/server/runtime";
import { runCommand } from "./command";

const USAGE = `usage: npm run -s user -- create --email E --password P --admin [--name NAME] [--json]
       npm run -s user -- create --email E --password P --producer ID --role owner|editor|viewer [--name NAME] [--json]`;

const OPTIONS = {
  email: { type: "string" },
  password: { type: "string" },
  name: { type: "string" },
  admin: { type: "boolean", default: false },
  producer: { type: "string" },
  role: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

function readCommand(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const { email, password, admin, producer, role } = values;
    const isOneKind = admin ? producer === undefined && role === undefined : producer && role;
    if (positionals.join(" ") !== "create" || !email || !password || !isOneKind) return undefined;
    return { ...values, email, password };
  } catch {
    return undefined;
  }
}

const RoleOption = z.object({ role: Role });

type Command = NonNullable<ReturnType<typeof readCommand>>;

function makeUser(ctx: Ctx, { email, password, name, admin, producer, role }: Command) {
  const fields = parsed(NewPerson, { email, password, name: name ?? email.split("@")[0], isAdmin: admin });
  return inTransaction(ctx, async (ctx) => {
    const membership = producer && { producerId: producer, role: parsed(RoleOption, { role }).role };
    if (membership) await lockMembers(ctx, membership.producerId);
    const { id: personId } = await createPerson(ctx, fields);
    if (membership) await addMember(ctx, { ...membership, personId });
    return { personId, email: fields.email, ...(membership || { admin: true }) };
  });
}

/** `user create`: makes somebody who can sign in to the dashboard: an admin, or a member of a producer. */
runCommand(async (args) => {
  const command = readCommand(args);
  if (!command) {
    say(USAGE);
    return 2;
  }
  const { database } = runtime();
  const ctx = { caller: ANONYMOUS, db: database.db, hot: database.hot, requestId: newRequestId() };
  try {
    const made = await makeUser(ctx, command);
    const does = "role" in made ? `${made.role} of producer ${made.producerId}` : "admin";
    process.stdout.write(
      command.json
        ? `${JSON.stringify(made)}\n`
        : `person  ${made.personId}\ne-mail  ${made.email}\nis      ${does}\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say(inWords(error));
    return 1;
  }
});
