"use client";

import { Image } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./reports.module.css";

export interface ReportPhotoProps {
  id: string;
  /** For reports of codes that concern no producer. */
  isForAdmins: boolean;
}

function Photo({ id, isForAdmins }: ReportPhotoProps) {
  const t = useTranslations("reports");
  const trpc = useTRPC();
  const own = useQuery({ ...trpc.reports.photo.queryOptions({ id }), enabled: !isForAdmins });
  const unclaimed = useQuery({
    ...trpc.admin.unclaimedReportPhoto.queryOptions({ id }),
    enabled: isForAdmins,
  });
  const query = isForAdmins ? unclaimed : own;
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  const { type, data } = query.data;
  return <Image className={classes.photo ?? ""} src={`data:${type};base64,${data}`} alt={t("photoOf")} />;
}

interface PhotoWindowProps extends ReportPhotoProps {
  opened: boolean;
  onClose: () => void;
}

/** Window with the photo of a report. */
export default function PhotoWindow({ opened, onClose, ...props }: PhotoWindowProps) {
  const t = useTranslations("reports");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("photoOf")} size="xl">
      {opened && <Photo {...props} />}
    </Dialog>
  );
}
