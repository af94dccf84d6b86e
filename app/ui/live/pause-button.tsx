"use client";

import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslations } from "use-intl";

interface PauseButtonProps {
  isPaused: boolean;
  onChange(isPaused: boolean): void;
}

/** Button that holds a live list, and lets it go on. */
export function PauseButton({ isPaused, onChange }: PauseButtonProps) {
  const t = useTranslations("common.live");
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onChange(!isPaused)}
    >
      {t(isPaused ? "resume" : "pause")}
    </Button>
  );
}
