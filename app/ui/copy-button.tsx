"use client";

import { ActionIcon } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "use-intl";

interface CopyButtonProps {
  value: string;
  /** What is copied, as part of a sentence: "the id". */
  what: string;
}

/** Copies a value, and says that it has. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const t = useTranslations("common");
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <>
      <ActionIcon
        size="sm"
        title={t("copyOf", { what })}
        aria-label={t("copyOf", { what })}
        onClick={(event) => {
          event.stopPropagation();
          copy(value);
        }}
      >
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
      <span role="status" className="visually-hidden">
        {copied ? t("copied") : ""}
      </span>
    </>
  );
}
