import { claimPattern } from "@/server/domain/code-patterns/claim";
import type { NewPattern } from "@/server/domain/code-patterns/schema";
import type { NewProducer } from "@/server/domain/producers/create";
import { ctxOf } from "./factories";

/** Claims codes for a producer: a prefix by default. Returns the claim. */
export const newPattern = (producer: NewProducer, text: string, kind: NewPattern["kind"] = "prefix") =>
  claimPattern(ctxOf(producer), { kind, text });
