import type { JsonObject, VerificationInfo } from "@/db/json";

/** The stored description of an item or a group. */
export interface Description {
  title: string | null;
  image: string | null;
  data: JsonObject;
  verificationinfos: VerificationInfo[];
}
