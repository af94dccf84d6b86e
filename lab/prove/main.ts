import { parseArgs } from "node:util";
import { buildIfStale } from "@/server/cli/build.mjs";
import { readOrExit } from "@/server/cli/read-or-exit";
import { Home } from "./home";
import { proofs } from "./proofs";
import { failures, missedBy, print } from "./report";

const USAGE = `usage: npm run prove -- NAME [--full] [--control]
  NAME is all, or one of ${[...proofs.keys()].join(", ")}
  --full     the amount that the docs promise; by default, enough to show a defect within seconds
  --control  the same without the defence: the checks named for it must fail, and so does the command
  --fault    one fault of the proof that has several (cluster)
  --previous the commit of the last release (upgrade); by default its newest tag`;

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: "boolean", default: false },
      control: { type: "boolean", default: false },
      fault: { type: "string" },
      previous: { type: "string" },
    },
  });
  const [name = "", ...more] = positionals;
  const names = name === "all" ? [...proofs.keys()] : [name];
  return more.length === 0 && names.every((one) => proofs.has(one)) ? { names, ...values } : undefined;
}

/** `npm run prove`: runs proofs of reliability and prints their checks. */
async function main(): Promise<number> {
  const command = readOrExit(USAGE, readCommand);
  await buildIfStale();
  const outcomes: boolean[] = [];
  for (const name of command.names) {
    const proof = proofs.get(name);
    if (!proof) continue;
    const home = new Home();
    const leave = () => void home.remove().finally(() => process.exit(130));
    process.once("SIGINT", leave).once("SIGTERM", leave);
    try {
      const startedAt = performance.now();
      const report = command.control
        ? await proof.control(home, command)
        : await proof.prove(home, command.full ? "full" : "scaled", command);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const what = command.control ? `control of ${name}, which must fail` : `${name}: ${proof.what}`;
      print(`${what} (${seconds} s)`, report);
      if (command.control) {
        const { fault } = command;
        const mustFail = proof.controlFails.filter((one) => !fault || one.startsWith(`${fault}:`));
        const missed = missedBy(report, mustFail);
        for (const check of missed) console.log(`  MISS ${check}: must fail, and did not`);
        outcomes.push(missed.length === 0);
      } else outcomes.push(failures(report).length === 0);
    } finally {
      process.off("SIGINT", leave).off("SIGTERM", leave);
      await home.remove();
    }
  }
  const isAsExpected = outcomes.every(Boolean);
  return isAsExpected === command.control ? 1 : 0;
}

process.exit(await main());
