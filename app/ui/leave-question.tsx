"use client";

import dynamic from "next/dynamic";
import { useAsked } from "./leave-guard";

const LeaveDialog = dynamic(() => import("./leave-dialog"), { ssr: false });

/** The leave dialog; rendered once around all pages and shared by their guards. */
export function LeaveQuestion() {
  const atStake = useAsked();
  return atStake && <LeaveDialog atStake={atStake} />;
}
