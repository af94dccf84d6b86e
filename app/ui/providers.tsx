"use client";

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useState } from "react";
import { type AbstractIntlMessages, IntlProvider } from "use-intl";
import { type AppLocale, TIME_ZONE_COOKIE } from "../messages/locales";
import { setCookie } from "./cookie";
import { leaveUnasked } from "./leave-guard";
import { LeaveQuestion } from "./leave-question";
import { Notices } from "./notices";
import { cssVariables, theme } from "./theme";
import { CallsProvider, newQueryClient } from "./trpc";

interface ProvidersProps {
  locale: AppLocale;
  timeZone: string;
  /** Time of the server when it renders the page. */
  now: Date;
  messages: AbstractIntlMessages;
  nonce: string | undefined;
  children: ReactNode;
}

/** Redirect to the sign-in page after the session ended, and back afterwards. */
function toSignIn() {
  if (window.location.pathname === "/login") return;
  const next = window.location.pathname + window.location.search;
  leaveUnasked();
  window.location.assign(`/login?next=${encodeURIComponent(next)}`);
}

/** The browser's time zone; until it is known, the one that the server used. */
function useTimeZone(before: string): string {
  const [timeZone, setTimeZone] = useState(before);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    setTimeZone(own);
    setCookie(TIME_ZONE_COOKIE, own);
  }, []);
  return timeZone;
}

declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Nonce of the page as first loaded: later responses carry other nonces, which the browser rejects. The scroll lock
 * behind dialogs reads it from this global name.
 */
function useNonce(ofAnswer: string | undefined): string | undefined {
  const [nonce] = useState(ofAnswer);
  if (nonce && typeof window !== "undefined") globalThis.__webpack_nonce__ = nonce;
  return nonce;
}

/** Providers that components of every page rely on. */
export function Providers({ locale, timeZone, now, messages, nonce: ofAnswer, children }: ProvidersProps) {
  const nonce = useNonce(ofAnswer);
  const [queryClient] = useState(() => newQueryClient(toSignIn));
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <IntlProvider locale={locale} messages={messages} now={now} timeZone={useTimeZone(timeZone)}>
        <QueryClientProvider client={queryClient}>
          <CallsProvider producerId={undefined}>
            <NuqsAdapter>{children}</NuqsAdapter>
            <LeaveQuestion />
          </CallsProvider>
        </QueryClientProvider>
        <Notices />
      </IntlProvider>
    </MantineProvider>
  );
}
