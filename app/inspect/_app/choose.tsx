import { IconChevronRight } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import classes from "./app.module.css";
import { Bar } from "./bar";
import { HoldNotice } from "./hold-notice";
import { go, pathTo } from "./route";
import { useStore } from "./store";

/** The producers that the person may inspect for; with one of them, its start page. */
export function Choose() {
  const t = useTranslations("inspect");
  const { profile } = useStore();
  const producers = profile?.producers.filter(({ mayInspect }) => mayInspect) ?? [];
  const only = producers.length === 1 ? producers[0]?.id : undefined;
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
