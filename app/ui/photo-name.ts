import { useTranslations } from "use-intl";
import { DEFAULT_PHOTOS } from "@/server/core/inspecting";

/** The name of a guided photo: the three by default are translated. */
export function usePhotoName(): (name: string) => string {
  const t = useTranslations("inspections.photoName");
  return (name) => {
    const known = DEFAULT_PHOTOS.find((one) => one === name);
    return known ? t(known) : name;
  };
}
