"use client";

import { type ComponentType, type Dispatch, type RefObject, useId, useRef } from "react";
import { useLoaded } from "./use-loaded";

/** What a menu needs of the button that is there before it. */
export interface MenuFrame {
  id: string;
  target: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A menu, or another popup of a button, whose code is loaded when the pointer or the focus comes to its button. The
 * properties of `button` belong to the button, and `frame` to the component, which is undefined until it is loaded.
 */
export function useLazyMenu<Props>(
  load: Load<Props>,
  [isOpen, setOpen]: readonly [boolean, Dispatch<boolean>],
  kind: "menu" | "dialog" = "menu",
) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const Loaded = useLoaded(isOpen, load, () => setOpen(false));
  const opened = isOpen && Loaded !== undefined;
  const prepare = () => void load().catch(() => {});
  const frame: MenuFrame = { id, target, opened, onChange: setOpen };
  return {
    Loaded,
    frame,
    button: {
      id,
      ref: target,
      "aria-haspopup": kind,
      "aria-expanded": opened,
      "aria-controls": opened ? `${id}-dropdown` : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => setOpen(!isOpen),
    },
  };
}
