"use client";

import dynamic from "next/dynamic";
import { useAsked } from "./leave-guard";

const LeaveDialog = dynamic(() => import("./leave-dialog"), { ssr: false });

/** Stands once around all pages: their guards ask by it. */
export function LeaveQuestion() {
  const atStake = useAsked();
  return atStake && <LeaveDialog atStake={atStake} />;
}
