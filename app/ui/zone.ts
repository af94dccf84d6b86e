"use client";

import { useTimeZone } from "use-intl";

/** The time zone of the page: the browser's, which the server knows from a cookie. */
export const useZone = (): string => useTimeZone() ?? "UTC";
