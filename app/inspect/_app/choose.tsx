import { IconChevronRight } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import classes from "./app.module.css";
import { Bar } from "./bar";
import { HoldNotice } from "./hold-notice";
import { go, pathTo } from "./route";
import { Entries } from "./start";
import { unsentIn, useStore } from "./store";

/** The producers that the person may inspect for; with one of them, its start page. */
export function Choose() {
  const t = useTranslations("inspect");
  const store = useStore();
  const { profile } = store;
  const producers = profile?.producers.filter(({ mayInspect }) => mayInspect) ?? [];
  // Of producers for which the person may not inspect any more.
  const left = unsentIn(store).filter(({ producerId }) => producers.every(({ id }) => id !== producerId));
  const only = producers.length === 1 && left.length === 0 ? producers[0]?.id : undefined;
  useEffect(() => {
    if (only) go(pathTo.start(only), { replace: true });
  }, [only]);
  return (
    <>
      <Bar title={t(producers.length > 0 ? "choose.title" : "title")} />
      <HoldNotice />
      {profile && producers.length === 0 && (
        <div>
          <strong>{t("choose.none")}</strong>
          <p>{t("choose.noneText")}</p>
        </div>
      )}
      <Entries title={t("choose.left")} of={left} />
      {producers.length > 0 && (
        <ul className={classes.list}>
          {producers.map(({ id, name }) => (
            <li key={id}>
              <button type="button" className={classes.entry} onClick={() => go(pathTo.start(id))}>
                <span className={classes.grow}>{name}</span>
                <IconChevronRight aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
