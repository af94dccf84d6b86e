"use client";

import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { copyText } from "./copy";

const RESULT_SHOWN_MS = 2_000;

const SHAPE_OF = { copied: IconCheck, copyFailed: IconAlertTriangle };

interface CopyButtonProps {
  /** The text, or how to find it near the button. */
  value: string | ((button: Element) => string);
  /** The copied thing, as part of a sentence: "the id". */
  what: string;
}

/** Button that copies a value and reports the result. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const t = useTranslations("common");
  const [result, setResult] = useState<keyof typeof SHAPE_OF>();
  useEffect(() => {
    if (result !== "copied") return;
    const timer = setTimeout(() => setResult(undefined), RESULT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const Shape = result ? SHAPE_OF[result] : IconCopy;
  return (
    <>
      <ActionIcon
        size="sm"
        title={t(result === "copyFailed" ? "copyFailed" : "copyOf", { what })}
        aria-label={t("copyOf", { what })}
        onClick={async (event) => {
          event.stopPropagation();
          const button = event.currentTarget;
          const isCopied = await copyText(typeof value === "string" ? value : value(button), button);
          setResult(isCopied ? "copied" : "copyFailed");
        }}
      >
        <Shape size={15} aria-hidden />
      </ActionIcon>
      <span role="status" className={result === "copyFailed" ? undefined : "visually-hidden"}>
        {result ? t(result, { what }) : ""}
      </span>
    </>
  );
}
