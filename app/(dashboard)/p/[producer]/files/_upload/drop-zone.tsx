"use client";

import "@mantine/dropzone/styles.layer.css";
import { Dropzone } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useProducerQuery } from "@/app/ui/signed-in";
import { addFiles } from "./queue";
import classes from "./upload.module.css";

/** Accepts dropped, pasted or chosen files. `openRef` opens the file picker from another component. */
export default function DropZone({
  limits,
  openRef,
}: {
  limits: string;
  openRef: React.RefObject<(() => void) | null>;
}) {
  const t = useTranslations("files.drop");
  const producer = useProducerQuery();
  const add = (files: readonly File[]) => addFiles(files, producer);
  return (
    <Dropzone
      className={classes.zone ?? ""}
      openRef={openRef}
      onDrop={add}
      onReject={(refused) => add(refused.map(({ file }) => file))}
      aria-label={t("label")}
      inputProps={{ "aria-label": t("label") }}
    >
      <div className={classes.inner}>
        <IconUpload size={22} stroke={1.6} aria-hidden />
        <div>
          <div className={classes.call}>
            <Dropzone.Accept>{t("release")}</Dropzone.Accept>
            <Dropzone.Reject>{t("release")}</Dropzone.Reject>
            <Dropzone.Idle>{t("call")}</Dropzone.Idle>
          </div>
          <div className={classes.limits}>{limits}</div>
        </div>
      </div>
    </Dropzone>
  );
}
