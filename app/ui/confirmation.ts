"use client";

import { useSyncExternalStore } from "react";

/** The open question whether the person is present; several calls wait for one answer. */
let asked: { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void } | undefined;
const watchers = new Set<() => void>();

function tell(): void {
  for (const watcher of watchers) watcher();
}

/** Ask the person to confirm with a password or a second factor. Resolves with false if they cancel. */
export function askToConfirm(): Promise<boolean> {
  // Without the dialog there would be no answer.
  if (watchers.size === 0) return Promise.resolve(false);
  if (asked) return asked.answer;
  let settle: (isConfirmed: boolean) => void = () => {};
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  asked = { answer, settle };
  tell();
  return answer;
}

/** Answer the open question. */
export function answerConfirmation(isConfirmed: boolean): void {
  const question = asked;
  asked = undefined;
  question?.settle(isConfirmed);
  tell();
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) answerConfirmation(false);
  };
}

/** Whether the person is asked. */
export const useIsAsked = () =>
  useSyncExternalStore(
    watch,
    () => asked !== undefined,
    () => false,
  );
