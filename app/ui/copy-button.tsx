"use client";

import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { copyText } from "./copy";

const TOLD_FOR_MS = 2_000;

const SHAPE_OF = { copied: IconCheck, copyFailed: IconAlertTriangle };

interface CopyButtonProps {
  value: string;
  /** The copied thing, as part of a sentence: "the id". */
  what: string;
}

/** Button that copies a value and reports the result. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const t = useTranslations("common");
  const [told, setTold] = useState<keyof typeof SHAPE_OF>();
  useEffect(() => {
    if (told !== "copied") return;
    const silence = setTimeout(() => setTold(undefined), TOLD_FOR_MS);
    return () => clearTimeout(silence);
  }, [told]);
  const Shape = told ? SHAPE_OF[told] : IconCopy;
  return (
    <>
      <ActionIcon
        size="sm"
        title={t(told === "copyFailed" ? "copyFailed" : "copyOf", { what })}
        aria-label={t("copyOf", { what })}
        onClick={async (event) => {
          event.stopPropagation();
          const isCopied = await copyText(value, event.currentTarget);
          setTold(isCopied ? "copied" : "copyFailed");
        }}
      >
        <Shape size={15} aria-hidden />
      </ActionIcon>
      <span role="status" className={told === "copyFailed" ? undefined : "visually-hidden"}>
        {told ? t(told, { what }) : ""}
      </span>
    </>
  );
}
