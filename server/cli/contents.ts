import { parseArgs } from "node:util";
import { faultOf, filesOf } from "@/server/backups/files";
import { blobs } from "@/server/platform/blobs";
import { say } from "@/server/platform/say.mjs";
import { runtime } from "@/server/runtime/runtime";
import { runCommand } from "./command";

/** `contents check`: exit code 0 if the bytes of all files are as they were stored, else 1 and one line per other file. */
async function work(): Promise<number> {
  let [checked, faulty] = [0, 0];
  for await (const file of filesOf(runtime().database.db)) {
    checked++;
    const fault = await faultOf(file, [blobs()]);
    if (!fault) continue;
    faulty++;
    process.stdout.write(`${JSON.stringify({ content: file.id, fault })}\n`);
  }
  say(faulty === 0 ? `the bytes of all ${checked} files are whole` : `files without whole bytes: ${faulty}`);
  return faulty === 0 ? 0 : 1;
}

runCommand({
  usage: "usage: npm run -s contents -- check",
  read: (args) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    return positionals.join(" ") === "check" ? "check" : undefined;
  },
  work,
});
