"use client";

import { Button } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import type { ImportKind } from "./types";

/** Link from a list to the import of its items or groups. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const t = useTranslations(kind);
  return (
    <Button
      component={Link}
      href={kind === "items" ? "/imports" : `/imports?kind=${kind}`}
      variant="default"
      leftSection={<IconTableImport size={16} aria-hidden />}
    >
      {t("import")}
    </Button>
  );
}
