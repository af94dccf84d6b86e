"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { usePhotoName } from "@/app/ui/photo-name";
import { Section } from "@/app/ui/section";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import classes from "./inspections.module.css";

type Inspection = inferRouterOutputs<AppRouter>["inspections"]["ofCase"][number];

function Photos({ of: { photos } }: { of: Inspection }) {
  const t = useTranslations("inspections");
  const nameOf = usePhotoName();
  if (photos.length === 0) return null;
  return (
    <div className={classes.photos}>
      {photos.map(({ name, contentId }) => (
        <Link key={name} href={`/files/${contentId}`}>
          {/* biome-ignore lint/performance/noImgElement: the service already scales the image. */}
          <img
            src={`/api/v2/contents/${contentId}/400`}
            alt={t("photo", { name: nameOf(name) })}
            loading="lazy"
          />
        </Link>
      ))}
    </div>
  );
}

function One({ of, hasCode }: { of: Inspection; hasCode: boolean }) {
  const t = useTranslations("inspections");
  const { inspector, note, verdict, isFlagged, accuracy, deviceTime, code } = of;
  return (
    <li>
      <div className={classes.head}>
        <strong>{inspector ?? t("deletedPerson")}</strong>
        <span>{verdict ? t(`verdict.${verdict}`) : t("waiting")}</span>
        {isFlagged && <span>{t("flagged")}</span>}
        <span className={classes.dim}>
          {t("read")} <Moment at={deviceTime} exact />
        </span>
      </div>
      {hasCode && <code>{code}</code>}
      {note === "" ? <p className={classes.dim}>{t("noNote")}</p> : <p>{note}</p>}
      {accuracy !== null && (
        <span className={classes.dim}>{t("accuracy", { metres: Math.round(accuracy) })}</span>
      )}
      <Photos of={of} />
    </li>
  );
}

function useInspections(of: "scan" | "code" | "case", id: string) {
  const { inspections } = useTRPC();
  return {
    scan: useQuery(inspections.ofScan.queryOptions({ id }, { enabled: of === "scan" })),
    code: useQuery(inspections.ofCode.queryOptions({ code: id }, { enabled: of === "code" })),
    case: useQuery(inspections.ofCase.queryOptions({ id }, { enabled: of === "case" })),
  }[of];
}

/** What inspectors found of a scan, a code or a case; nothing where there is none. */
export function Inspections({ of, id }: { of: "scan" | "code" | "case"; id: string }) {
  const t = useTranslations("inspections");
  const { data = [] } = useInspections(of, id);
  if (data.length === 0) return null;
  return (
    <Section title={t("title")}>
      <ul className={classes.list}>
        {data.map((one) => (
          <One key={one.id} of={one} hasCode={of === "case"} />
        ))}
      </ul>
    </Section>
  );
}
