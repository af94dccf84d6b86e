"use client";

import type { ConfirmDialogProps } from "./confirm-question";
import { useFirstInput } from "./use-first-input";
import { useLoaded } from "./use-loaded";

const load = () => import("./confirm-question");
const prepare = () => load().catch(() => {});

/** Confirmation before an action that is hard to undo. Its code is loaded by the first click or key. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useFirstInput(prepare);
  const Question = useLoaded(props.opened, load, props.onClose);
  return Question && <Question {...props} />;
}
