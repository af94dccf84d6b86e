"use client";

import { useEffect, useEffectEvent } from "react";
import { useAskingRouter } from "@/app/ui/leave-guard";
import { useShortcuts } from "@/app/ui/shortcuts";
import { useSignedIn } from "@/app/ui/signed-in";
import { useLazyDialog } from "@/app/ui/use-lazy-dialog";
import { useLoaded } from "@/app/ui/use-loaded";
import { PAGES } from "./nav-items";

const loadDialog = () => import("./keys-dialog");

const SHOW = "assay:show-keys";

/** Open the list of keyboard shortcuts. */
export const showKeys = () => window.dispatchEvent(new Event(SHOW));

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

/** Focus the page's own search field; false if the page has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>("[data-page-search]");
  const input = field?.matches("input") ? field : field?.querySelector<HTMLElement>("input");
  if (!input?.checkVisibility()) return false;
  input.focus();
  return true;
}

/** The shortcuts that work on every page, and the dialog that lists them. */
export function Keys({ onSearch }: { onSearch: () => void }) {
  const router = useAskingRouter();
  const dialog = useLazyDialog();
  const KeysDialog = useLoaded(dialog.opened, loadDialog, dialog.close);
  const pages = useSignedIn().chosen ? PAGES : [];
  const toPages = Object.fromEntries(pages.map(({ href, keys }) => [keys, () => router.push(href)]));
  useShortcuts({
    ...toPages,
    "/": () => focusSearch() || onSearch(),
    c: () => press("[data-create]"),
    "?": dialog.open,
  });
  const show = useEffectEvent(dialog.open);
  useEffect(() => {
    const open = () => show();
    window.addEventListener(SHOW, open);
    return () => window.removeEventListener(SHOW, open);
  }, []);

  return KeysDialog && <KeysDialog opened={dialog.opened} onClose={dialog.close} />;
}
