"use client";

import { CopyButton } from "@/app/ui/copy-button";

const codeBeside = (button: Element) => button.closest("section")?.querySelector("pre")?.textContent ?? "";

/** Button that copies the code of its block, without a second copy of the code in the page. */
export const CopyCode = ({ what }: { what: string }) => <CopyButton value={codeBeside} what={what} />;
