import { Loader, VisuallyHidden } from "@mantine/core";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import classes from "./app.module.css";
import { Choose } from "./choose";
import { Form } from "./form";
import { OtherPerson } from "./other-person";
import { Result } from "./result";
import { type Route, useRoute } from "./route";
import { Scan } from "./scan";
import { Settings } from "./settings";
import { Start } from "./start";
import { useStore } from "./store";

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case "choose":
      return <Choose />;
    case "start":
      return <Start producer={route.producer} />;
    case "scan":
      return <Scan producer={route.producer} />;
    case "form":
      return <Form key={route.code} producer={route.producer} code={route.code} />;
    case "result":
      return <Result key={route.key} producer={route.producer} inspectionKey={route.key} />;
    case "settings":
      return <Settings producer={route.producer} />;
  }
}

/** The shown page. Nothing of one person is shown to another. */
export function Pages() {
  const t = useTranslations("inspect");
  const { isLoaded, isMet, hold } = useStore();
  const route = useRoute();
  useEffect(() => {
    document.title = `${t("title")} · Assay`;
  }, [t]);
  return (
    <main id="main" className={classes.page}>
      {!isLoaded || !isMet ? (
        <>
          <VisuallyHidden component="h1">{t("title")}</VisuallyHidden>
          <Loader m="xl" role="status" aria-label={t("start.loading")} />
        </>
      ) : hold === "otherPerson" ? (
        <OtherPerson />
      ) : (
        <Page route={route} />
      )}
    </main>
  );
}
