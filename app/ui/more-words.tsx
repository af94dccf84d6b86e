"use client";

import { type ReactNode, useMemo } from "react";
import { type AbstractIntlMessages, IntlProvider, useLocale, useMessages } from "use-intl";

interface MoreWordsProps {
  messages: AbstractIntlMessages;
  children: ReactNode;
}

/** Add messages to those of the surrounding provider. */
export function MoreWords({ messages, children }: MoreWordsProps) {
  const known = useMessages();
  const all = useMemo(() => ({ ...known, ...messages }), [known, messages]);
  return (
    <IntlProvider locale={useLocale()} messages={all}>
      {children}
    </IntlProvider>
  );
}
