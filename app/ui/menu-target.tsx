"use client";

import { type Ref, type RefObject, useImperativeHandle } from "react";

interface MenuTargetProps {
  at: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
}

/** Stands for a button that is already there, in `Menu.Target` and `Popover.Target`. */
export function MenuTarget({ at, ref }: MenuTargetProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at.current, [at]);
  return null;
}
