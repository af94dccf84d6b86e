import { type Ctx, callingProducer } from "@/server/ctx";
import { signOutEverywhere } from "@/server/domain/people/sign-out-everywhere";
import { roleOfMember } from "./named";

/** Ends all sessions of a member of the calling producer. 404 for others' members. */
export async function signOutMember(ctx: Ctx, personId: string): Promise<void> {
  await roleOfMember(ctx, callingProducer(ctx).producerId, personId);
  await signOutEverywhere(ctx, personId);
}
