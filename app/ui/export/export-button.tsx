"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useHasRole } from "../signed-in";
import type { ExportedList } from "./types";

/** The dialog is loaded when it is first opened. */
const ExportDialog = dynamic(() => import("./export-dialog"), { ssr: false });

interface ExportButtonProps {
  /** The list with its current filter. */
  wish: ExportedList;
  /** The columns of the file that the list shows; they are offered first. */
  shown?: readonly string[];
}

/** Places and devices of many scans at once are for owners. */
const FOR_OWNERS = new Set<ExportedList["list"]>(["scans", "sightings"]);

/** Button that exports a list as a file. */
export function ExportButton({ wish, shown }: ExportButtonProps) {
  const t = useTranslations("common.export");
  const [isOpen, setOpen] = useState(false);
  const isAllowed = useHasRole(FOR_OWNERS.has(wish.list) ? "owner" : "viewer");
  if (!isAllowed) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("open")}
      </Button>
      {isOpen && <ExportDialog wish={wish} shown={shown} onClose={() => setOpen(false)} />}
    </>
  );
}
