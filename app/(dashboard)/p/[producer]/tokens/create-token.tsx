"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { CreateTokenForm } from "./create-token-form";
import { MadeToken } from "./made-token";
import type { Made } from "./types";

/** Dialog that creates a token and shows its secret once. */
export function CreateToken({ baseUrl, onClose }: { baseUrl: string; onClose: () => void }) {
  const t = useTranslations("tokens");
  const [made, setMade] = useState<Made>();
  const title = made ? t(made.kind === "token" ? "made.title" : "made.titleKey") : t("create.title");
  return (
    <Dialog opened onClose={onClose} title={title} size="lg" isShownOnce={Boolean(made)}>
      {made ? (
        <MadeToken {...made} baseUrl={baseUrl} onKept={onClose} />
      ) : (
        <CreateTokenForm onClose={onClose} onMade={setMade} />
      )}
    </Dialog>
  );
}
