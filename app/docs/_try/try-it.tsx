"use client";

import { Button } from "@mantine/core";
import { lazy, Suspense, useId, useState } from "react";
import { useTranslations } from "use-intl";
import type { Trial } from "./trial";
import classes from "./try.module.css";

const TryForm = lazy(() => import("./try-form"));

/** Button that opens the form of a call. The form loads when it opens. */
export function TryIt(trial: Trial) {
  const t = useTranslations("docs.try");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.try}>
      <Button
        size="xs"
        variant="default"
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`${t(isOpen ? "close" : "open")}: ${trial.summary}`}
      >
        {t(isOpen ? "close" : "open")}
      </Button>
      {isOpen && (
        <div id={id}>
          <Suspense>
            <TryForm {...trial} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
