"use client";

import type { ReactNode } from "react";

declare global {
  /** Tells the script that React has received the latest press. */
  var assayHeard: (() => void) | undefined;
}

const REPEAT_MS = 50;
/** Since the page was opened. */
const MAX_MS = 60_000;

/** Runs before any other code of the page. Forms with an `action` work without scripts. */
const SCRIPT = `{
let repeat;
const again = () => {
  if (!repeat || performance.now() > ${MAX_MS}) return;
  repeat();
  setTimeout(again, ${REPEAT_MS});
};
const keep = (element, press) => {
  if (!repeat) setTimeout(again, ${REPEAT_MS});
  repeat = () => element.isConnected ? press() : assayHeard();
};
globalThis.assayHeard = () => { repeat = undefined; };
addEventListener("click", ({ target }) => {
  const button = target.closest?.("button:not([type=submit]), [role=combobox]");
  if (button) keep(button, () => button.click());
}, true);
addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.hasAttribute("action")) return;
  event.preventDefault();
  keep(form, () => form.requestSubmit(submitter));
}, true);
}`;

/**
 * Keeps the latest press of a button, or the form that was sent, while the code of the page is still loading, and repeats it
 * until React hears it.
 */
export const EarlyPresses = ({ nonce }: { nonce: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
  <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
);

const heard = () => globalThis.assayHeard?.();

/** The body of every page: React hears each press here first. */
export const Body = ({ children }: { children: ReactNode }) => (
  <body onClickCapture={heard} onSubmitCapture={heard}>
    {children}
  </body>
);
