// Prints the CPU time, size and peak memory of a PDF: npx tsx packages/labels/bench.ts [labels] [symbol]
import { DEFAULT_STYLE, SYMBOL_KINDS, sheetGrid } from "./index";
import { pdfOfLabels } from "./print";

const [count = "10000", kind = "qr"] = process.argv.slice(2);
const symbol = SYMBOL_KINDS.find((name) => name === kind) ?? "qr";

function* contents() {
  for (let i = 0; i < Number(count); i += 1) {
    const identifier = `ACME-TOTE-${String(i).padStart(6, "0")}-${(i * 7_919_919 + 1e9).toString(32).toUpperCase()}`;
    const payload = symbol === "code-128" ? identifier.slice(10) : `https://assay.example/v/${identifier}`;
    yield { payload, lines: ["Atlas Tote, cognac", identifier] };
  }
}

const layout = { grid: sheetGrid("L7651"), style: { ...DEFAULT_STYLE, symbol } };
const begun = process.cpuUsage();
let bytes = 0;
let peak = 0;
for await (const chunk of pdfOfLabels(layout, contents(), { title: "Bench", date: new Date(0) })) {
  bytes += chunk.length;
  peak = Math.max(peak, process.memoryUsage.rss());
}
const { user, system } = process.cpuUsage(begun);
const seconds = ((user + system) / 1e6).toFixed(1);
process.stdout.write(
  `${count} ${symbol} labels: ${seconds} s of CPU, ${(bytes / 1e6).toFixed(1)} MB of PDF, ${Math.round(peak / 1e6)} MB of memory\n`,
);
