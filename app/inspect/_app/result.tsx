import { Button, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import classes from "./app.module.css";
import { Bar } from "./bar";
import { HoldNotice } from "./hold-notice";
import { changeInspection, discardInspection } from "./queue";
import { go, pathTo } from "./route";
import { sendNow } from "./sending";
import { signal } from "./sound";
import { useStore } from "./store";
import { BigVerdict, stateOf } from "./verdict";

/** How long a result waits for its answer before it says that there is none yet. */
const PATIENCE_MS = 4_000;

/** Plays the signal of a new inspection: of its answer, or that it is saved, where no answer comes soon. */
function useSignal(state: ReturnType<typeof stateOf> | undefined, isNew: boolean, isHeld: boolean) {
  const played = useRef<string>(undefined);
  useEffect(() => {
    if (!isNew || state === undefined || state === "refused" || played.current === state) return;
    const play = () => {
      played.current = state;
      signal(state);
    };
    if (state !== "saved" || isHeld) return play();
    const waiting = setTimeout(play, PATIENCE_MS);
    return () => clearTimeout(waiting);
  }, [state, isNew, isHeld]);
}

function Discard({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  const t = useTranslations("inspect.discard");
  return (
    <Dialog opened onClose={onClose} title={t("title")} withCloseButton={false}>
      <Stack>
        {t("text")}
        <Button size="lg" color="red" onClick={onDiscard}>
          {t("confirm")}
        </Button>
        <Button size="lg" variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
      </Stack>
    </Dialog>
  );
}

const NEW_MS = 60_000;

/** The answer to one inspection, or that it waits for one. */
export function Result({ producer, inspectionKey }: { producer: string; inspectionKey: string }) {
  const t = useTranslations("inspect.result");
  const format = useFormatter();
  const { inspections, hold } = useStore();
  const [isAsking, setAsking] = useState(false);
  const [openedAt] = useState(Date.now);
  const found = inspections.find(({ key }) => key === inspectionKey);
  const isNew = found !== undefined && openedAt - found.at < NEW_MS;
  useSignal(found && stateOf(found), isNew, hold !== null);
  const retry = async () => {
    await changeInspection(inspectionKey, { state: "queued", refusal: null });
    sendNow();
  };
  const discard = async () => {
    await discardInspection(inspectionKey);
    go(pathTo.start(producer), { replace: true });
  };
  return (
    <>
      <Bar title={found?.code ?? t("start")} back={pathTo.start(producer)} />
      <HoldNotice />
      {found ? <BigVerdict of={found} /> : <p>{t("gone")}</p>}
      {found && (
        <div className={classes.dim}>
          <div>
            {t("time", { time: format.dateTime(found.at, { dateStyle: "medium", timeStyle: "short" }) })}
          </div>
          {found.photos > 0 && <div>{t("photos", { sent: found.photosSent, all: found.photos })}</div>}
          {found.answer?.isInCase && <div>{t("inCase")}</div>}
          {found.note !== "" && <p>{found.note}</p>}
        </div>
      )}
      {found?.state === "refused" && (
        <Stack>
          <Button size="lg" variant="default" onClick={() => void retry()}>
            {t("retry")}
          </Button>
          <Button size="lg" variant="default" color="red" onClick={() => setAsking(true)}>
            {t("discard")}
          </Button>
        </Stack>
      )}
      {isAsking && <Discard onDiscard={() => void discard()} onClose={() => setAsking(false)} />}
      <div className={classes.foot}>
        <Button fullWidth h={64} fz="lg" onClick={() => go(pathTo.scan(producer))}>
          {t("next")}
        </Button>
      </div>
    </>
  );
}
