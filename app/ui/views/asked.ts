import type { View } from "./use-views";

/** A dialog that asks for the name of a view. */
export type AskedName = { kind: "save"; query: string } | { kind: "rename"; view: View };

/** The dialog that is open. */
export type Asked = AskedName | { kind: "delete"; view: View };
