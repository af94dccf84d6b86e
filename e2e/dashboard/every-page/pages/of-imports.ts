import type { Look } from "./look-at";
import { dialog } from "./panels";

/** The list of imports, and an import at each step. */
export const OF_IMPORTS: Look[] = [
  { name: "imports", path: () => "/imports" },
  { name: "imports, empty", isAgain: true, path: () => "/imports", who: "beginner" },
  {
    name: "import, its columns",
    path: ({ imports }) => `/imports/${imports.staged}`,
    panels: [dialog("discard", (say) => say("imports.discard.button"))],
  },
  {
    name: "import, checked",
    path: ({ imports }) => `/imports/${imports.checked}`,
    panels: [dialog("run", (say) => say("imports.run.button", { count: 1 }))],
  },
  { name: "import, its result", path: ({ imports }) => `/imports/${imports.imported}` },
  { name: "import, absent", isAgain: true, path: () => "/imports/zephyr-missing", fails: true },
];
