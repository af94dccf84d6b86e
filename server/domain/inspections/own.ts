import { actorIn, type Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";

/** @throws 409 for what another person than the caller inspected: another one may have signed in on the device meanwhile */
export function refuseOthers(ctx: Ctx, { person }: { person?: string | undefined }): void {
  if (person !== undefined && person !== actorIn(ctx).id)
    throw conflict(
      "inspection-of-another-person",
      "The person who inspected is not the one who is signed in.",
    );
}
