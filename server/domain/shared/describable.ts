import { z } from "zod";
import type { VerificationInfo } from "@/db/json";
import { isSame } from "@/server/domain/history/changes";
import type { Description } from "./description";
import { FreeForm } from "./json";
import { mergedTranslations } from "./translations";
import { byPos, VerificationInfosInput } from "./verification-info";
import { versionOf } from "./version";

/** What the free-form data of items and groups is for. */
export const FREE_FORM_DATA =
  "Any keys and values of yours. `i18n` has translations: `{<locale>: {title?, verificationinfos?}}`.";

/** Input that describes an item or a group. An omitted field is kept, null clears it. */
export const Describable = z.object({
  title: z.string().nullish().describe("Title that people see."),
  image: z.string().nullish().meta({
    description: "Path, url or id of a file of this service. Anything else is kept, and has no thumbnail.",
  }),
  data: FreeForm.nullish().describe(FREE_FORM_DATA),
  verificationinfos: VerificationInfosInput.nullish().describe(
    "Labelled values that people see, at most 1,000.",
  ),
});
export type DescribableInput = z.output<typeof Describable>;

/** The version of a description, for refusing a save over a newer one. */
export const versionOfDescription = ({ title, image, data, verificationinfos }: Description): string =>
  versionOf(title, image, data, verificationinfos);

export const NO_DESCRIPTION: Description = { title: null, image: null, data: {}, verificationinfos: [] };

/** Applies an input to a description: arrays and `data` are replaced whole (decision 0004). */
export function described(before: Description, input: DescribableInput): Description {
  return {
    title: input.title === undefined ? before.title : input.title,
    image: input.image === undefined ? before.image : input.image,
    data: input.data === undefined ? before.data : (input.data ?? {}),
    verificationinfos:
      input.verificationinfos === undefined ? before.verificationinfos : (input.verificationinfos ?? []),
  };
}

/** Whether two descriptions are equal. */
export const isSameDescription = (a: Description, b: Description): boolean =>
  a.title === b.title &&
  a.image === b.image &&
  isSame(a.data, b.data) &&
  isSame(plain(a.verificationinfos), plain(b.verificationinfos));

const plain = (infos: VerificationInfo[]) => infos.map((info) => ({ ...info }));

/** The image that scanners see of an item in a group. */
export const mergedImage = (
  item: Pick<Description, "image">,
  group: Pick<Description, "image"> | null,
): string | null => group?.image ?? item.image;

/**
 * The merged view that scanners see of an item in a group (the specification's merged item view, completed by decision 0005):
 * the group's title and image where it has them, both `data` with the group's value winning, the infos of both by `pos`.
 */
export function merged(item: Description, group: Description | null): Description {
  if (!group) {
    const { title, image, data, verificationinfos } = item;
    return { title, image, data, verificationinfos: verificationinfos.toSorted(byPos) };
  }
  return {
    title: group.title ?? item.title,
    image: mergedImage(item, group),
    data: { ...item.data, ...group.data, ...mergedTranslations(item, group) },
    verificationinfos: [...group.verificationinfos, ...item.verificationinfos].toSorted(byPos),
  };
}
