"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLoaded } from "@/app/ui/use-loaded";
import type { ReportPhotoProps } from "./photo-window";

const load = () => import("./photo-window");

/** Button that shows the photo of a report. */
export function ReportPhoto(props: ReportPhotoProps) {
  const t = useTranslations("reports");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Window = useLoaded(isOpen, load, close);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t("photo")}
      </Button>
      {Window && <Window {...props} opened={isOpen} onClose={close} />}
    </>
  );
}
