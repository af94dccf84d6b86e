"use client";

import dynamic from "next/dynamic";
import { answerConfirmation, useIsAsked } from "@/app/ui/confirmation";

const Confirm = dynamic(() => import("./confirm-presence"), { ssr: false });

/** Opens the dialog whenever a call needs a confirmation. */
export function Confirmation() {
  return useIsAsked() && <Confirm onClose={answerConfirmation} />;
}
