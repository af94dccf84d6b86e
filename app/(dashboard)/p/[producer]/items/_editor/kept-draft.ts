import { z } from "zod";
import { KINDS } from "./data-rows";
import type { Opened, Values } from "./draft";
import { newUid } from "./uid";

const Json = z.json();
const Text = z.string();

/** Shape of a stored draft; an earlier version of the dashboard may have written it. */
const draftShape: z.ZodType<Values> = z.object({
  identifier: Text,
  title: Text,
  image: Text,
  data: z.array(z.object({ uid: Text, key: Text, kind: z.enum(KINDS), text: Text })),
  dataText: Text.nullable(),
  verificationinfos: z.array(
    z.object({
      uid: Text,
      key: Text,
      label: Text,
      value: z.array(Text),
      isList: z.boolean(),
      visible: Text,
      pos: z.union([z.number(), z.literal("")]),
      texts: z.record(Text, z.object({ label: Text, value: z.array(Text) })),
    }),
  ),
  translations: z.object({
    locales: z.array(Text),
    titles: z.record(Text, Text),
    kept: z.record(Text, Json),
    foreign: Json.optional(),
  }),
});

const openedShape: z.ZodType<Opened> = z.object({
  before: z.object({
    title: Text.optional(),
    image: Text.optional(),
    data: z.record(Text, Json),
    verificationinfos: z.array(
      z.object({
        key: Text.optional(),
        label: Text.optional(),
        value: z.union([Text, z.array(Text)]).optional(),
        visible: Text.optional(),
        pos: z.number().optional(),
      }),
    ),
  }),
  version: Text,
});

/** Shapes of a kept description, and of the state from which it was begun. */
export const KEPT_SHAPES = { of: openedShape, values: draftShape };

/** Give all rows new ids, because stored ids can collide with those of this page. */
export const withNewUids = (values: Values): Values => ({
  ...values,
  data: values.data.map((row) => ({ ...row, uid: newUid() })),
  verificationinfos: values.verificationinfos.map((info) => ({ ...info, uid: newUid() })),
});
