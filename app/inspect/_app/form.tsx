import { Alert, Button, Select, Switch, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DEFAULT_PHOTOS, MAX_NOTE_CHARACTERS } from "@/server/core/inspecting";
import classes from "./app.module.css";
import { Bar } from "./bar";
import { lastCase, rememberCase } from "./choices";
import { PhotosField } from "./photos-field";
import { PlaceField, useLocated } from "./place-field";
import { isFull, saveInspection, type TakenPhoto } from "./queue";
import { go, pathTo } from "./route";
import { sendNow } from "./sending";
import { unlockSound } from "./sound";
import { useStore } from "./store";

/** The form of one inspection. It saves on the device; sending comes after. */
export function Form({ producer, code }: { producer: string; code: string }) {
  const t = useTranslations("inspect.form");
  const { profile, kits } = useStore();
  const kit = kits[producer];
  const cases = kit?.cases ?? [];
  const [openedAt] = useState(Date.now);
  // A list that an owner changes meanwhile is that of the next inspection.
  const [names] = useState<readonly string[]>(kit?.photos ?? DEFAULT_PHOTOS);
  const [photos, setPhotos] = useState<TakenPhoto[]>([]);
  const [note, setNote] = useState("");
  const [isFlagged, setFlagged] = useState(false);
  const [chosen, setChosen] = useState(() => lastCase(producer));
  const [failure, setFailure] = useState<"full" | "failed">();
  const [isSaving, setSaving] = useState(false);
  const place = useLocated();
  const wanted = cases.some(({ id }) => id === chosen) ? chosen : "new";

  const save = async () => {
    if (!profile) return;
    unlockSound();
    setSaving(true);
    setFailure(undefined);
    const key = crypto.randomUUID();
    const located = place.located && "place" in place.located ? place.located.place : null;
    const inspection = { key, code, note, isFlagged, case: wanted, place: located, at: openedAt };
    try {
      await saveInspection({ personId: profile.personId, producerId: producer }, inspection, photos);
    } catch (thrown) {
      setFailure(isFull(thrown) ? "full" : "failed");
      return;
    } finally {
      setSaving(false);
    }
    rememberCase(producer, wanted);
    sendNow();
    go(pathTo.result(producer, key), { replace: true });
  };

  return (
    <>
      <Bar title={t("title")} back={pathTo.start(producer)} />
      <div>
        <strong>{t("code")}</strong>
        <span className={classes.code}>{code}</span>
      </div>
      <strong>{t("photos")}</strong>
      <PhotosField
        names={names}
        photos={photos}
        onTaken={(photo) => setPhotos((all) => [...all.filter(({ name }) => name !== photo.name), photo])}
      />
      <Textarea
        size="md"
        label={t("note")}
        autosize
        minRows={2}
        maxLength={MAX_NOTE_CHARACTERS}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Switch
        size="lg"
        label={t("flag")}
        checked={isFlagged}
        onChange={({ currentTarget }) => setFlagged(currentTarget.checked)}
      />
      <Select
        size="md"
        label={t("case")}
        allowDeselect={false}
        data={[
          { value: "new", label: t("newCase") },
          ...cases.map(({ id, number, title }) => ({ value: id, label: t("caseName", { number, title }) })),
        ]}
        value={wanted}
        onChange={(value) => setChosen(value ?? "new")}
      />
      <PlaceField {...place} />
      {!profile && <Alert color="yellow">{t("noPerson")}</Alert>}
      {failure && (
        <Alert color="red" role="alert">
          {t(failure)}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button fullWidth h={64} fz="lg" loading={isSaving} disabled={!profile} onClick={() => void save()}>
          {t("save")}
        </Button>
      </div>
    </>
  );
}
