import { IconCamera } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { usePhotoName } from "@/app/ui/photo-name";
import classes from "./app.module.css";
import { takePhoto } from "./photo";
import type { TakenPhoto } from "./queue";

function Preview({ bytes }: TakenPhoto) {
  const url = useMemo(() => URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" })), [bytes]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  // biome-ignore lint/performance/noImgElement: the image is on the device.
  return <img src={url} alt="" />;
}

interface OnePhotoProps {
  name: string;
  taken: TakenPhoto | undefined;
  onTaken: (photo: TakenPhoto) => void;
}

/** One guided photo: a large target that opens the camera of the device. */
function OnePhoto({ name, taken, onTaken }: OnePhotoProps) {
  const t = useTranslations("inspect.form");
  const shown = usePhotoName()(name);
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setUnreadable(false);
    await takePhoto(name, file).then(onTaken, () => setUnreadable(true));
  };
  return (
    <label className={classes.photo} data-taken={taken !== undefined}>
      {taken ? <Preview {...taken} /> : <IconCamera size={32} aria-hidden />}
      <span>{shown}</span>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t(taken ? "again" : "take", { name: shown })}
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
      {isUnreadable && <span role="alert">{t("unreadable")}</span>}
    </label>
  );
}

/** The photos that the producer asks for. */
export function PhotosField(props: {
  names: readonly string[];
  photos: TakenPhoto[];
  onTaken: (photo: TakenPhoto) => void;
}) {
  const { names, photos, onTaken } = props;
  return (
    <div className={classes.photos}>
      {names.map((name) => (
        <OnePhoto key={name} name={name} taken={photos.find((one) => one.name === name)} onTaken={onTaken} />
      ))}
    </div>
  );
}
