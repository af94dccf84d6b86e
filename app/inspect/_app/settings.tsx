import {
  Button,
  Group,
  isMantineColorScheme,
  SegmentedControl,
  Stack,
  Switch,
  useMantineColorScheme,
} from "@mantine/core";
import { use, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isLocale } from "@/app/messages/locales";
import classes from "./app.module.css";
import { Bar } from "./bar";
import { chooseLocale, isOn, switchTo } from "./choices";
import { LocaleContext } from "./locale";
import { go, pathTo } from "./route";
import { SignOut } from "./sign-out";
import { type Signal, signal, unlockSound } from "./sound";
import { useStore } from "./store";

const SIGNALS: Signal[] = ["genuine", "suspicious", "unknown", "saved"];

function Sounds() {
  const t = useTranslations("inspect");
  const [sound, setSound] = useState(() => isOn("sound"));
  return (
    <Stack gap="sm">
      <Switch
        size="lg"
        label={t("settings.sound")}
        checked={sound}
        onChange={({ currentTarget: { checked } }) => {
          switchTo("sound", checked);
          setSound(checked);
          unlockSound();
        }}
      />
      {sound && (
        <Group gap="xs" role="group" aria-label={t("settings.try")}>
          {SIGNALS.map((one) => (
            <Button key={one} size="md" variant="default" onClick={() => signal(one)}>
              {t(`verdict.${one}`)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function Storage() {
  const t = useTranslations("inspect.settings");
  const [isPersisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    navigator.storage?.persisted?.().then(setPersisted, () => {});
  }, []);
  if (isPersisted === undefined) return null;
  return (
    <div>
      <strong>{t("storage")}</strong>
      <div className={classes.dim}>{t(isPersisted ? "persisted" : "notPersisted")}</div>
    </div>
  );
}

/** Choices of this device. */
export function Settings({ producer }: { producer: string }) {
  const t = useTranslations("inspect.settings");
  const tChoose = useTranslations("inspect.choose");
  const { locale, setLocale } = use(LocaleContext);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { profile } = useStore();
  return (
    <>
      <Bar title={t("title")} back={pathTo.start(producer)} />
      <Sounds />
      <div>
        <strong id="language">{t("language")}</strong>
        <SegmentedControl
          fullWidth
          transitionDuration={0}
          size="lg"
          aria-labelledby="language"
          value={locale}
          data={[
            { value: "en", label: "English" },
            { value: "de", label: "Deutsch" },
          ]}
          onChange={(value) => {
            if (!isLocale(value)) return;
            chooseLocale(value);
            setLocale(value);
          }}
        />
      </div>
      <div>
        <strong id="theme">{t("theme")}</strong>
        <SegmentedControl
          fullWidth
          transitionDuration={0}
          size="md"
          aria-labelledby="theme"
          value={colorScheme}
          data={(["light", "dark", "auto"] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(value) => isMantineColorScheme(value) && setColorScheme(value)}
        />
      </div>
      <Storage />
      {(profile?.producers.length ?? 0) > 1 && (
        <Button size="lg" variant="default" onClick={() => go(pathTo.choose())}>
          {tChoose("other")}
        </Button>
      )}
      <SignOut />
    </>
  );
}
