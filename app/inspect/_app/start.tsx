import { ActionIcon, Button } from "@mantine/core";
import { IconBarcode, IconSettings } from "@tabler/icons-react";
import { useEffect } from "react";
import { useFormatter, useTranslations } from "use-intl";
import classes from "./app.module.css";
import { Bar } from "./bar";
import type { SavedInspection } from "./database";
import { HoldNotice } from "./hold-notice";
import { requeueRefused } from "./queue";
import { go, pathTo } from "./route";
import { sendNow } from "./sending";
import { unlockSound } from "./sound";
import { unsentIn, useStore } from "./store";
import { Mark } from "./verdict";

const MAX_SHOWN = 200;
const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString();

/** Inspections of this device, each of which leads to its page. */
export function Entries({ title, of }: { title: string; of: SavedInspection[] }) {
  const format = useFormatter();
  if (of.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={classes.list}>
        {of.map((one) => (
          <li key={one.key}>
            <button
              type="button"
              className={classes.entry}
              onClick={() => go(pathTo.result(one.producerId, one.key))}
            >
              <span className={classes.grow}>
                <span className={classes.code}>{one.code}</span>
                <span className={classes.dim}>{format.dateTime(one.at, { timeStyle: "short" })}</span>
              </span>
              <Mark of={one} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is not sent yet, and when something was sent last. */
function Unsent() {
  const t = useTranslations("inspect.start");
  const format = useFormatter();
  const store = useStore();
  const count = unsentIn(store).length;
  const send = async () => {
    if (store.profile) await requeueRefused(store.profile.personId);
    sendNow();
  };
  return (
    <div role="status" data-unsent={count}>
      <strong>{t("unsent", { count })}</strong>
      <div className={classes.dim}>
        {store.sentAt === null
          ? t("neverSent")
          : t("sentAt", {
              time: format.dateTime(store.sentAt, { dateStyle: "short", timeStyle: "short" }),
            })}
      </div>
      {count > 0 && (
        <Button variant="default" mt="xs" size="md" loading={store.isSending} onClick={() => void send()}>
          {t("send")}
        </Button>
      )}
    </div>
  );
}

/** Start page of a producer: the way to the camera, and the inspections of this device. */
export function Start({ producer }: { producer: string }) {
  const t = useTranslations("inspect");
  const store = useStore();
  const own = store.inspections.filter(({ producerId }) => producerId === producer).slice(0, MAX_SHOWN);
  const named = store.profile?.producers.find(({ id }) => id === producer);
  const isForeign = store.profile !== null && !named?.mayInspect;
  useEffect(() => {
    if (isForeign) go(pathTo.choose(), { replace: true });
  }, [isForeign]);
  const scan = () => {
    unlockSound();
    go(pathTo.scan(producer));
  };
  return (
    <>
      <Bar title={named?.name ?? t("title")}>
        <ActionIcon size={44} aria-label={t("start.settings")} onClick={() => go(pathTo.settings(producer))}>
          <IconSettings aria-hidden />
        </ActionIcon>
      </Bar>
      <HoldNotice />
      <Unsent />
      {own.length === 0 && <p className={classes.dim}>{t("start.empty")}</p>}
      <Entries title={t("start.today")} of={own.filter(({ at }) => isToday(at))} />
      <Entries title={t("start.earlier")} of={own.filter(({ at }) => !isToday(at))} />
      <div className={classes.foot}>
        <Button
          fullWidth
          h={72}
          fz="xl"
          leftSection={<IconBarcode size={32} aria-hidden />}
          disabled={!store.profile}
          onClick={scan}
        >
          {t("start.scan")}
        </Button>
      </div>
    </>
  );
}
