"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconBriefcase } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useCan } from "@/app/ui/signed-in";
import { useLoaded } from "@/app/ui/use-loaded";
import type { AddDialogProps } from "./add-dialog";

const load = () => import("./add-dialog");

interface AddToCaseProps
  extends Pick<ButtonProps, "size" | "variant">,
    Pick<AddDialogProps, "links" | "onAdded"> {
  /** A title for a new case. */
  suggestedTitle?: string;
}

/** Button that adds scans, codes, reports, alerts or items to a case; absent for viewers. */
export function AddToCase({
  links,
  onAdded,
  suggestedTitle = "",
  size = "sm",
  variant = "default",
}: AddToCaseProps) {
  const t = useTranslations("cases.add");
  const canEdit = useCan("editor");
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLoaded(isOpen, load, () => setOpen(false));
  if (!canEdit) return null;
  return (
    <>
      <Button
        size={size}
        variant={variant}
        leftSection={<IconBriefcase size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("button")}
      </Button>
      {Dialog && (
        <Dialog
          links={links}
          onAdded={onAdded}
          suggestedTitle={suggestedTitle}
          opened={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
