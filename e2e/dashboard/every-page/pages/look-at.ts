import type { Page } from "@playwright/test";
import type { Say } from "../../words";
import type { World } from "../world";

/** Whoever looks; nobody is not signed in. */
export type Who = "owner" | "viewer" | "stranger" | "beginner" | "admin" | "suspended" | "nobody";

/** Something that opens over a page: a dialog, a drawer, a menu, a list to choose from. */
export interface Panel {
  name: string;
  open: (page: Page, say: Say, world: World) => Promise<void>;
  /** How it is left again. */
  close?: "reload";
}

export interface Look {
  name: string;
  path: (world: World) => string;
  /** Who looks; the owner, where it does not say. */
  who?: Who;
  /** Before the page is loaded. */
  prepare?: (page: Page) => Promise<void>;
  /** It is a page that is looked at in a fuller state, too. */
  isAgain?: true;
  /** It is shown because something fails, of which the browser speaks. */
  fails?: true;
  /** What opens over it, or what it becomes. */
  panels?: Panel[];
}
