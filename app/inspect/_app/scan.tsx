import { Alert, Button, TextInput } from "@mantine/core";
import { useCallback, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { identifierIn } from "@/server/core/code-text";
import classes from "./app.module.css";
import { Bar } from "./bar";
import { useCamera } from "./camera";
import { go, pathTo } from "./route";

/** The camera, and a field for codes that it cannot read. */
export function Scan({ producer }: { producer: string }) {
  const t = useTranslations("inspect.scan");
  const video = useRef<HTMLVideoElement>(null);
  const [typed, setTyped] = useState("");
  const open = useCallback(
    (text: string) => {
      const code = identifierIn(text, window.location.origin);
      if (code !== "") go(pathTo.form(producer, code), { replace: true });
    },
    [producer],
  );
  const found = useCallback(
    (text: string) => {
      if ("vibrate" in navigator) navigator.vibrate(40);
      open(text);
    },
    [open],
  );
  const camera = useCamera(video, found);
  return (
    <>
      <Bar title={t("title")} back={pathTo.start(producer)} />
      {camera === "failed" ? (
        <Alert color="yellow">{t("noCamera")}</Alert>
      ) : (
        <>
          <div className={classes.camera} data-camera={camera}>
            <video ref={video} muted playsInline />
          </div>
          <span className={classes.dim}>{t(camera === "running" ? "hint" : "starting")}</span>
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open(typed);
        }}
      >
        <TextInput
          size="lg"
          label={t("type")}
          value={typed}
          maxLength={4096}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="lg" mt="sm" fullWidth variant="default" disabled={typed.trim() === ""}>
          {t("next")}
        </Button>
      </form>
    </>
  );
}
