import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { signOut } from "@/app/ui/session";
import classes from "./app.module.css";
import { unsentIn, useStore } from "./store";

/** Ends the session. With unsent inspections, it says first what becomes of them. */
export function SignOut() {
  const t = useTranslations("inspect.settings");
  const store = useStore();
  const [asked, setAsked] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const count = unsentIn(store).length;
  const leave = () => signOut("/login?next=%2Finspect").catch(() => setFailed(true));
  return (
    <div>
      {store.profile && <p className={classes.dim}>{t("signedInAs", { name: store.profile.name })}</p>}
      {asked && count > 0 && (
        <Alert color="yellow" role="alert" mb="sm">
          {t("signOutUnsent", { count })}
        </Alert>
      )}
      {hasFailed && (
        <Alert color="red" role="alert" mb="sm">
          {t("signOutFailed")}
        </Alert>
      )}
      <Button
        size="lg"
        fullWidth
        variant="default"
        onClick={() => (count > 0 && !asked ? setAsked(true) : void leave())}
      >
        {t(asked && count > 0 ? "signOutAnyway" : "signOut")}
      </Button>
    </div>
  );
}
