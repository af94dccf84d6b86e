import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import classes from "./app.module.css";
import { type Located, locate } from "./place";

/** Asks for the place once the form opens. */
export function useLocated(): { located: Located | undefined; ask: () => void } {
  const [located, setLocated] = useState<Located>();
  const ask = useCallback(() => {
    setLocated(undefined);
    void locate().then(setLocated);
  }, []);
  useEffect(ask, [ask]);
  return { located, ask };
}

/** What is known of the place. */
export function PlaceField({ located, ask }: ReturnType<typeof useLocated>) {
  const t = useTranslations("inspect.form");
  const text = () => {
    if (!located) return t("placeAsked");
    if ("place" in located) return t("placeFound", { metres: Math.round(located.place.accuracy) });
    return t(located.reason === "refused" ? "placeRefused" : "placeUnavailable");
  };
  return (
    <div>
      <strong>{t("place")}</strong>
      <div className={classes.dim}>{text()}</div>
      {located && !("place" in located) && (
        <Button variant="default" size="md" mt="xs" onClick={ask}>
          {t("placeTry")}
        </Button>
      )}
    </div>
  );
}
