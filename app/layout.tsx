import "./layers.css";
import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./globals.css";
import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { loadMessages } from "./messages/load";
import { currentLocale, currentNonce, currentTimeZone } from "./request/request";
import { Body, EarlyPresses } from "./ui/early-presses";
import { Providers } from "./ui/providers";

export const metadata: Metadata = {
  title: { default: "Assay", template: "%s · Assay" },
  description: "Register items, record scans, and see where the fakes are.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#16191d" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, timeZone, nonce] = await Promise.all([currentLocale(), currentTimeZone(), currentNonce()]);
  preload(latin, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const messages = await loadMessages(locale, ["common", "errors"]);
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript
          defaultColorScheme="auto"
          {...(nonce ? { nonce, suppressHydrationWarning: true } : {})}
        />
        <EarlyPresses nonce={nonce} />
      </head>
      <Body>
        <Providers locale={locale} timeZone={timeZone} now={new Date()} messages={messages} nonce={nonce}>
          {children}
        </Providers>
      </Body>
    </html>
  );
}
