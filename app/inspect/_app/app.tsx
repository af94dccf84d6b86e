import { MantineProvider } from "@mantine/core";
import { useState } from "react";
import { IntlProvider } from "use-intl";
import { cssVariables, theme } from "@/app/ui/theme";
import { chosenLocale } from "./choices";
import { LocaleContext } from "./locale";
import { MESSAGES } from "./messages";
import { Pages } from "./pages";

/** The nonce of the document, for style elements. */
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";

/** The whole app, in the language of this device. */
export function App() {
  const [locale, setLocale] = useState(chosenLocale);
  document.documentElement.lang = locale;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <IntlProvider
        locale={locale}
        messages={MESSAGES[locale]}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        <LocaleContext value={{ locale, setLocale }}>
          <Pages />
        </LocaleContext>
      </IntlProvider>
    </MantineProvider>
  );
}
