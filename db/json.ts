/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/** A stored entry of `verificationinfos`: the specification's "verificationinfo entry". */
export interface VerificationInfo {
  key?: string;
  label?: string;
  value?: string | string[];
  visible?: string;
  pos?: number;
}
