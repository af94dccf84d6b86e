import { z } from "zod";
import { MAX_REASON_CHARACTERS } from "@/server/core/owning";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { Email, type Language, LinkSecret } from "@/server/domain/people/schema";

export const MAX_WARRANTY_MONTHS = 600;

const WarrantyMonths = z.number().int().min(0).max(MAX_WARRANTY_MONTHS);

/** Activation of a producer: whether it is on, and the months of warranty of items that name none. */
export const Activation = z.object({ isOn: z.boolean(), warrantyMonths: WarrantyMonths.nullable() });
export type Activation = z.output<typeof Activation>;

/** `data.warrantyMonths` of an item or group; anything but a number of months counts as absent. */
export const ItemWarranty = WarrantyMonths.nullable().catch(null);

/** Crockford's base 32: no I, L, O or U. */
export const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits. */
export const CODE_LENGTH = 12;
const MAX_TYPED_CHARACTERS = 100;

/** A second code as people type it: any case, spaces and hyphens, O for 0, I and L for 1. */
export const SecondCode = z
  .string()
  .max(MAX_TYPED_CHARACTERS)
  .transform((typed) =>
    typed
      .toUpperCase()
      .replaceAll(/[\s\p{Pd}]/gu, "")
      .replaceAll("O", "0")
      .replaceAll(/[IL]/g, "1"),
  )
  .pipe(
    z.string().regex(new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`), "must have 12 letters and digits"),
  );

/** A form that activates an item. */
export const NewActivation = z.object({ code: SecondCode, email: Email });
export type NewActivation = z.output<typeof NewActivation>;

/** A form with an e-mail address alone. */
export const OwnerEmail = z.object({ email: Email });

/** An owner's page, by its link. */
export interface OwnerLink {
  identifier: string;
  secret: string;
}

/** The language of the page, which is that of its e-mails. */
export interface Asked {
  identifier: string;
  locale: Language;
  network: string | undefined;
}

const OfItem = z.object({ identifier: z.string().min(1).max(MAX_CHARACTERS) });

/** An item whose ownership or second code is void from now on. */
export const Voiding = OfItem.extend({ reason: z.string().trim().min(1).max(MAX_REASON_CHARACTERS) });
export type Voiding = z.output<typeof Voiding>;

export { Email, LinkSecret, OfItem };
