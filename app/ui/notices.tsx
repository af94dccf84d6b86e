"use client";

import type { NotificationData } from "@mantine/notifications";
import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { useFirstInput } from "./use-first-input";

const load = () => import("@mantine/notifications");

const List = dynamic(() => load().then(({ Notifications }) => Notifications), { ssr: false });

let isLoaded = false;
const listeners = new Set<() => void>();

/** Loads the code. Offline it cannot: then the next notification loads it. */
const want = () =>
  load().then(
    ({ notifications }) => {
      isLoaded = true;
      for (const listener of listeners) listener();
      return notifications;
    },
    () => undefined,
  );

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let lastId = 0;

/** Shows a notification, and returns its id. */
export function showNotice(notice: NotificationData): string {
  const id = notice.id ?? `notice-${++lastId}`;
  void want().then((notifications) => notifications?.show({ ...notice, id }));
  return id;
}

export function hideNotice(id: string): void {
  void want().then((notifications) => notifications?.hide(id));
}

/** The place of all notifications. Its code is loaded by the first click or key, so that it is there before it is needed. */
export function Notices() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isLoaded,
    () => false,
  );
  useFirstInput(want, !isShown);
  return isShown && <List position="bottom-right" limit={4} />;
}
