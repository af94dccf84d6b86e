import { z } from "zod";
import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import { parsed } from "@/server/core/parsed";
import { recordMemberAdded } from "@/server/domain/audit-log/record";
import { addMember } from "@/server/domain/members/add";
import { lockMembers } from "@/server/domain/members/named";
import { Role } from "@/server/domain/members/schema";
import { createPerson } from "@/server/domain/people/create";
import { disablePerson, enablePerson } from "@/server/domain/people/disable";
import { givePassword } from "@/server/domain/people/give-password";
import { Email, NewPassword, NewPerson } from "@/server/domain/people/schema";
import { newRequestId } from "@/server/http/request-id";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";
import { readCommand, USAGE, type UserCommand } from "./user-command";

const ByEmail = z.object({ email: Email });
const GivenPassword = z.object({ email: Email, password: NewPassword });
const RoleOption = z.object({ role: Role });

/** The result as JSON and its status in a few words. */
interface Done {
  result: { personId: string; email: string };
  is: string;
}

function makeUser(ctx: Ctx, command: Extract<UserCommand, { verb: "create" }>): Promise<Done> {
  const { email, password, name = email.split("@")[0], admin } = command;
  const fields = parsed(NewPerson, { email, password, name, isAdmin: admin });
  return inTransaction(ctx, async (ctx) => {
    const membership = command.admin
      ? undefined
      : { producerId: command.producer, role: parsed(RoleOption, command).role };
    if (membership) await lockMembers(ctx, membership.producerId);
    const { id: personId } = await createPerson(ctx, fields);
    if (membership) {
      await addMember(ctx, { ...membership, personId });
      await recordMemberAdded(ctx, { ...membership, personId });
    }
    return {
      result: { personId, email: fields.email, ...(membership ?? { admin: true }) },
      is: membership ? `${membership.role} of producer ${membership.producerId}` : "admin",
    };
  });
}

async function done(ctx: Ctx, command: UserCommand): Promise<Done> {
  switch (command.verb) {
    case "create":
      return makeUser(ctx, command);
    case "password":
      return { result: await givePassword(ctx, parsed(GivenPassword, command)), is: "new password set" };
    case "disable":
      return { result: await disablePerson(ctx, parsed(ByEmail, command).email), is: "disabled" };
    case "enable":
      return { result: await enablePerson(ctx, parsed(ByEmail, command).email), is: "enabled" };
  }
}

/**
 * `user create` creates an account: an admin or a member of a producer. `user password` sets a new password,
 * `user disable` disables an account and `user enable` enables it again.
 */
async function work(command: UserCommand): Promise<number> {
  const { database } = runtime();
  const ctx = systemCtx(database, newRequestId());
  const { result, is } = await done(ctx, command);
  process.stdout.write(
    command.json
      ? `${JSON.stringify(result)}\n`
      : `person  ${result.personId}\ne-mail  ${result.email}\nstatus  ${is}\n`,
  );
  return 0;
}

runCommand({ usage: USAGE, read: readCommand, work });
