import { parseArgs } from "node:util";
import { z } from "zod";

export const USAGE = `usage: npm run -s user -- create --email E --password P --admin [--name NAME] [--json]
       npm run -s user -- create --email E --password P --producer ID --role owner|editor|viewer|inspector [--name NAME] [--json]
       npm run -s user -- password --email E --password P [--json]
       npm run -s user -- disable|enable --email E [--json]`;

const OPTIONS = {
  email: { type: "string" },
  password: { type: "string" },
  name: { type: "string" },
  admin: { type: "boolean" },
  producer: { type: "string" },
  role: { type: "string" },
  json: { type: "boolean" },
} as const;

const text = z.string().min(1);
const common = { email: text, json: z.boolean().default(false) };
const newcomer = { verb: z.literal("create"), ...common, password: text, name: text.optional() };

const Command = z.union([
  z.strictObject({ ...newcomer, admin: z.literal(true) }),
  z.strictObject({ ...newcomer, admin: z.literal(false).default(false), producer: text, role: text }),
  z.strictObject({ verb: z.literal("password"), ...common, password: text }),
  z.strictObject({ verb: z.enum(["disable", "enable"]), ...common }),
]);
export type UserCommand = z.output<typeof Command>;

/** Parses the arguments of `npm run -s user`; undefined if some are missing or superfluous. Throws like `parseArgs`. */
export function readCommand(args: string[]): UserCommand | undefined {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  return Command.safeParse({ ...values, verb: positionals.join(" ") }).data;
}
