import type { Page } from "@playwright/test";
import type { Say } from "../../words";
import type { World } from "../world";

/** The person who opens the page; `visitor` is signed out. */
export type Who = "owner" | "viewer" | "stranger" | "beginner" | "admin" | "suspended" | "visitor";

/** Something that opens over a page: a dialog, drawer, menu or list of options. */
export interface Panel {
  name: string;
  open: (page: Page, say: Say, world: World) => Promise<void>;
  /** How the panel is closed; by Escape if absent. */
  close?: "reload";
}

export interface Look {
  name: string;
  path: (world: World) => string;
  /** The viewer; the owner unless stated. */
  who?: Who;
  /** Runs before the page is loaded. */
  prepare?: (page: Page) => Promise<void>;
  /** Another state of a page that is also checked with more content. */
  isAgain?: true;
  /** The state is a failure, which the browser logs. */
  fails?: true;
  /** Panels that open over the page, or states that it changes to. */
  panels?: Panel[];
}
