import type { JsonObject, VerificationInfo } from "@/db/json";

/** What an item or a group says, as it is stored. */
export interface Description {
  title: string | null;
  image: string | null;
  data: JsonObject;
  verificationinfos: VerificationInfo[];
}
