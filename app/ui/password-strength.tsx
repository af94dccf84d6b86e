"use client";

import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { StateMark } from "./state-mark";

const MIN_CHARACTERS = 15;

const LOOK_OF = {
  guessable: { icon: IconAlertTriangle, tone: "bad" },
  good: { icon: IconCircleCheck, tone: "good" },
  great: { icon: IconCircleCheck, tone: "good" },
} as const;

type Strength = keyof typeof LOOK_OF;

/** Strength of a new password in words, with the service's own rating. */
export function PasswordStrength({ password, known }: { password: string; known: string[] }) {
  const t = useTranslations("common.password.strength");
  const [strength, setStrength] = useState<Strength>();
  const missing = MIN_CHARACTERS - [...password].length;
  const words = known.join("\n");
  useEffect(() => {
    let isCurrent = true;
    setStrength(undefined);
    if (missing > 0) return;
    // Loaded on demand: the module is large and used only here.
    void import("@/server/auth/strength").then(({ strengthOf }) => {
      if (isCurrent) setStrength(strengthOf(password, words.split("\n")));
    });
    return () => {
      isCurrent = false;
    };
  }, [password, missing, words]);
  return (
    <div role="status" style={{ minHeight: "1.5rem" }}>
      {password !== "" && missing > 0 && (
        <StateMark icon={IconCircleDashed}>{t("short", { count: missing })}</StateMark>
      )}
      {strength && <StateMark {...LOOK_OF[strength]}>{t(strength)}</StateMark>}
    </div>
  );
}
