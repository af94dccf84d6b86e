import type { Look } from "./look-at";

/** Pages of generated codes and printed labels. */
export const OF_CODES: Look[] = [
  {
    name: "generate codes",
    path: () => "/items/generate",
    panels: [
      {
        name: "a fault",
        open: async (page, say) => {
          await page.getByLabel(say("codes.create.pattern"), { exact: true }).fill("ZEPHYR-{random:2}");
          await page.getByText(say("codes.faults.random-length"), { exact: false }).waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "code batches", path: () => "/code-batches" },
  { name: "code batches, empty", isAgain: true, path: () => "/code-batches", who: "beginner" },
  { name: "code batch", path: ({ codeBatch }) => `/code-batches/${codeBatch}` },
  { name: "code batch, absent", isAgain: true, path: () => "/code-batches/zephyr-missing", fails: true },
  { name: "labels", path: ({ codeBatch }) => `/labels?batch=${codeBatch}` },
  { name: "labels, nothing", isAgain: true, path: () => "/labels?q=zephyr-missing", fails: true },
  { name: "prints", path: () => "/labels/prints" },
  { name: "prints, empty", isAgain: true, path: () => "/labels/prints", who: "beginner" },
];
