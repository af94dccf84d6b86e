"use client";

import type { Checked } from "@assay/evidence";
import { Progress, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileZip } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { checkInBrowser, type WhyNot } from "./check-in-browser";
import classes from "./evidence.module.css";
import { Verdict } from "./verdict";

type State =
  | { at: "start" }
  | { at: "checking"; name: string; share: number }
  | { at: "checked"; name: string; checked: Checked }
  | { at: "failed"; name: string; why: WhyNot };

/** Choose a pack, and see what was changed in it. */
export function CheckPack() {
  const t = useTranslations("evidence");
  const [state, setState] = useState<State>({ at: "start" });

  const check = async (file: File) => {
    const { name } = file;
    setState({ at: "checking", name, share: 0 });
    const outcome = await checkInBrowser(file, (share) => setState({ at: "checking", name, share }));
    setState(
      "why" in outcome ? { at: "failed", name, why: outcome.why } : { at: "checked", name, checked: outcome },
    );
  };

  return (
    <>
      <h1>{t("title")}</h1>
      <p className={classes.lead}>{t("lead")}</p>
      <Dropzone
        onDrop={([file]) => {
          if (file) void check(file);
        }}
        multiple={false}
        disabled={state.at === "checking"}
        className={classes.drop}
        inputProps={{ "aria-label": t("choose") }}
      >
        <IconFileZip size={32} aria-hidden />
        <Text fw={600}>{t("choose")}</Text>
        <Text size="sm" c="dimmed">
          {t("stays")}
        </Text>
      </Dropzone>
      <div aria-live="polite">
        {state.at === "checking" && (
          <>
            <p>{t("checking", { name: state.name })}</p>
            <Progress value={100 * state.share} aria-label={t("checking", { name: state.name })} />
          </>
        )}
        {state.at === "failed" && <p className={classes.failed}>{t(state.why, { name: state.name })}</p>}
        {state.at === "checked" && <Verdict name={state.name} checked={state.checked} />}
      </div>
    </>
  );
}
