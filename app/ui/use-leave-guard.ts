"use client";

import { useEffect } from "react";
import { useTranslations } from "use-intl";

const isSamePage = ({ href }: HTMLAnchorElement) => href.split("#")[0] === window.location.href.split("#")[0];

/** The link that a click follows away from the page, in this window. */
function linkAway({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLAnchorElement | undefined {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>("a[href]");
  return link && link.target !== "_blank" && !isSamePage(link) ? link : undefined;
}

/** Asks before the page goes, by a link or with its window, while something would be lost. */
export function useLeaveGuard(isDirty: boolean): void {
  const question = useTranslations("common.secret")("leave");
  useEffect(() => {
    if (!isDirty) return;
    const askForWindow = (event: BeforeUnloadEvent) => event.preventDefault();
    const askForLink = (event: MouseEvent) => {
      if (!linkAway(event) || window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", askForWindow);
    window.addEventListener("click", askForLink, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", askForWindow);
      window.removeEventListener("click", askForLink, { capture: true });
    };
  }, [isDirty, question]);
}
