import { Button, Stack } from "@mantine/core";
import { useTranslations } from "use-intl";
import { signOut } from "@/app/ui/session";
import { Bar } from "./bar";
import { switchPerson } from "./send";
import { sendNow } from "./sending";
import { unsentIn, useStore } from "./store";

/** Asks what to do where another person is signed in than the one whose inspections wait. */
export function OtherPerson() {
  const t = useTranslations("inspect.other");
  const store = useStore();
  return (
    <>
      <Bar title={t("title")} />
      <p>{t("text", { count: unsentIn(store).length })}</p>
      <Stack>
        <Button size="lg" onClick={() => void signOut("/login?next=%2Finspect").catch(sendNow)}>
          {t("signIn")}
        </Button>
        <Button size="lg" variant="default" onClick={() => switchPerson().then(sendNow, sendNow)}>
          {t("goOn", { name: store.other ?? "" })}
        </Button>
      </Stack>
    </>
  );
}
