import type { Document } from "./document";
import { capitalised } from "./names";

/** Writes the codes of errors and the bodies of events as TypeScript. */
export function writeCatalogue({ webhooks, components }: Document): string {
  const events = Object.keys(webhooks);
  const bodyOf = (type: string) => `${capitalised(type)}Event`;
  return [
    "// Generated from the OpenAPI document (decision 0070). Do not edit.",
    `import type {`,
    ...events.map((type) => `  ${bodyOf(type)},`).sort(),
    `} from "./types";`,
    "",
    "/** Codes of errors. A later version of the service may have further ones. */",
    "export type ErrorCode =",
    `${Object.keys(components.examples)
      .map((code) => `  | "${code}"`)
      .join("\n")};`,
    "",
    "/** Bodies of webhook events by type. */",
    "export interface EventBodies {",
    ...events.map((type) => `  ${type}: ${bodyOf(type)};`),
    "}",
    "",
  ].join("\n");
}
