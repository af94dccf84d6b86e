import { IconBarcode, IconHistory, IconPrinter, IconSparkles, IconTableImport } from "@tabler/icons-react";

/** Pages without an entry in the navigation; the palette has them. */
export const FURTHER_PAGES = [
  { name: "imports", href: "/imports", icon: IconTableImport },
  { name: "codeBatches", href: "/code-batches", icon: IconBarcode },
  { name: "prints", href: "/labels/prints", icon: IconHistory },
] as const;

/** Pages for editors that are named by what they do. */
export const DOING_PAGES = [
  { name: "generateCodes", href: "/items/generate", icon: IconSparkles },
  { name: "labels", href: "/labels", icon: IconPrinter },
] as const;
