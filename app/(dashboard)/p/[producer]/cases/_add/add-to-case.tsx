"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconBriefcase } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useLoaded } from "@/app/ui/use-loaded";
import type { Links } from "../types";

const load = () => import("./add-dialog");

/** What to add, and a sentence about it for the dialog. */
interface Found {
  links: Links;
  note?: string;
}

interface AddToCaseProps extends Pick<ButtonProps, "size" | "variant"> {
  /** What to add, or how to find it; a text where there is nothing to add. */
  links: Links | (() => Promise<Found | string>);
  /** A title for a new case. */
  suggestedTitle?: string;
  label?: string;
  onAdded?: () => void;
  /** Offers a new case first. */
  prefersNew?: boolean;
}

/** Button that adds scans, codes, reports, alerts or items to a case; absent for viewers. */
export function AddToCase({
  links,
  onAdded,
  suggestedTitle = "",
  label,
  prefersNew = false,
  size = "sm",
  variant = "default",
}: AddToCaseProps) {
  const t = useTranslations("cases.add");
  const canEdit = useCan("editor");
  const toast = useToast();
  const [found, setFound] = useState<Found>();
  const [isOpen, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const Dialog = useLoaded(isOpen, load, () => setOpen(false));
  if (!canEdit) return null;
  const open = async () => {
    setBusy(true);
    try {
      const found = typeof links === "function" ? await links() : { links };
      if (typeof found === "string") toast.done(found);
      else {
        setFound(found);
        setOpenings((before) => before + 1);
        setOpen(true);
      }
    } catch (error) {
      toast.failed(error);
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        size={size}
        variant={variant}
        loading={isBusy}
        leftSection={<IconBriefcase size={16} aria-hidden />}
        onClick={() => void open()}
      >
        {label ?? t("button")}
      </Button>
      {Dialog && found && (
        <Dialog
          // Remounted for each opening, so that its fields start anew.
          key={openings}
          {...found}
          onAdded={onAdded}
          suggestedTitle={suggestedTitle}
          prefersNew={prefersNew}
          opened={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
