import { z } from "zod";
import { requestActivation } from "@/server/domain/ownership/activate";
import { type Confirmable, confirmOwnership, readConfirmation } from "@/server/domain/ownership/confirm";
import { ownerData } from "@/server/domain/ownership/data";
import { giveUpOwnership } from "@/server/domain/ownership/give-up";
import { type Asked, NewActivation, OwnerEmail, type OwnerLink } from "@/server/domain/ownership/schema";
import { requestOwnerLink } from "@/server/domain/ownership/send-link";
import { type OwnerView, ownerView } from "@/server/domain/ownership/state";
import { setStolen } from "@/server/domain/ownership/theft";
import { cancelTransfer, requestTransfer } from "@/server/domain/ownership/transfer";
import type { Language } from "@/server/domain/people/schema";
import { splitUrl } from "@/server/http/input";
import { lookUp } from "@/server/http/lookups";
import { callerNetwork } from "@/server/platform/caller-network";
import { formOf } from "./form";
import type { Visitor } from "./visitor";

export type { Confirmable, OwnerView };

const askedBy = ({ identifier }: Visitor, locale: Language): Asked => ({
  identifier,
  locale,
  network: callerNetwork(),
});

/** The link in the address, `/v/<identifier>/<page>/<secret>`. */
export const linkIn = ({ identifier, request }: Visitor): OwnerLink => ({
  identifier,
  secret: decodeURIComponent(splitUrl(request.url).path.split("/")[4] ?? ""),
});

/** Runs work on the item; unknown identifiers are counted, as those of visits. */
const onItem = <T>({ ctx: { caller }, address }: Visitor, work: () => Promise<T>) =>
  lookUp({ caller, address }, work);

/** Asks to activate the item by the form of its verify page. @throws as `requestActivation` */
export async function submitActivation(visitor: Visitor, locale: Language): Promise<void> {
  const form = await formOf(visitor, NewActivation);
  await onItem(visitor, () => requestActivation(visitor.ctx, askedBy(visitor, locale), form));
}

/** Asks for a link to the owner's page. @throws as `requestOwnerLink` */
export async function submitLinkRequest(visitor: Visitor, locale: Language): Promise<void> {
  const { email } = await formOf(visitor, OwnerEmail);
  await requestOwnerLink(visitor.ctx, askedBy(visitor, locale), email);
}

/** Reads what a link confirms; it stays unused. @throws as `readConfirmation` */
export const seeConfirmation = (visitor: Visitor) =>
  onItem(visitor, () => readConfirmation(visitor.ctx, linkIn(visitor)));

/** Confirms an activation or a transfer. Returns the secret of the owner's page. @throws as `confirmOwnership` */
export async function submitConfirmation(visitor: Visitor): Promise<string> {
  await formOf(visitor, z.object({}));
  return onItem(visitor, () => confirmOwnership(visitor.ctx, linkIn(visitor)));
}

/** The content of an owner's page. @throws as `ownerView` */
export const seeOwner = (visitor: Visitor) => ownerView(visitor.ctx, linkIn(visitor));

/** All data of the owner, as a file. @throws as `ownerData` */
export const seeOwnerData = (visitor: Visitor) => ownerData(visitor.ctx, linkIn(visitor));

const OwnerAct = z.discriminatedUnion("act", [
  OwnerEmail.extend({ act: z.literal("transfer") }),
  z.object({ act: z.enum(["cancel", "stolen", "found"]) }),
  z.object({ act: z.literal("end"), sure: z.literal("yes") }),
]);
type Act = z.output<typeof OwnerAct>["act"];

/** Does what a form of the owner's page asks for. Returns what it was. @throws as its verb */
export async function submitOwnerAct(visitor: Visitor, locale: Language): Promise<Act> {
  const { ctx } = visitor;
  const [act, link] = [await formOf(visitor, OwnerAct), linkIn(visitor)];
  switch (act.act) {
    case "transfer":
      await requestTransfer(ctx, link, act.email, askedBy(visitor, locale));
      break;
    case "cancel":
      await cancelTransfer(ctx, link);
      break;
    case "stolen":
    case "found":
      await setStolen(ctx, link, act.act === "stolen");
      break;
    case "end":
      await giveUpOwnership(ctx, link);
      break;
  }
  return act.act;
}
