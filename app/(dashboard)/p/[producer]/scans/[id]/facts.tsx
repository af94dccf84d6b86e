"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { IdCopy } from "@/app/ui/id-copy";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { systemName } from "@/app/ui/system-name";
import { useTRPC } from "@/app/ui/trpc";
import type { OneScan } from "../types";
import { useScanPlaces } from "./places";
import classes from "./scan-page.module.css";

export const placeText = ({ latitude, longitude }: NonNullable<OneScan["place"]>) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Link to the item by title; plain text if the item no longer exists. */
function ItemLink({ identifier, href }: { identifier: string; href: string }) {
  const t = useTranslations("scans.scan");
  const { data, isError } = useQuery({
    ...useTRPC().items.get.queryOptions({ identifier }),
    retry: false,
  });
  if (isError)
    return (
      <>
        {identifier} <span className={classes.dim}>({t("noItem")})</span>
      </>
    );
  return (
    <>
      <Link href={href} className={classes.item}>
        {identifier}
      </Link>
      {data?.merged.title && <div className={classes.dim}>{data.merged.title}</div>}
    </>
  );
}

function Creator({ creator, owner }: { creator: string | null; owner: string }) {
  const t = useTranslations("scans.scan");
  const { chosen } = useSignedIn();
  const { isAdmin } = useScanPlaces();
  if (creator === null) return t("creatorUnknown");
  if (isAdmin && creator === owner) return t("creatorProducer");
  if (creator === chosen?.producerId) return t("creatorOwn", { producer: chosen.producerName });
  return t("creatorOther");
}

/** Producer of the scanned item, for admins. */
function SeenProducer({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().admin.producerName.queryOptions({ id }));
  return <Link href={`/admin/producers/${id}`}>{data?.name ?? id}</Link>;
}

/** Device by its hash, with a link to its scans. */
function Device({ device, scansHref }: { device: string; scansHref: string }) {
  const t = useTranslations("scans.scan");
  const { isAdmin } = useScanPlaces();
  const isOwner = useHasRole("owner") && !isAdmin;
  return (
    <>
      <IdCopy id={device} what={t("deviceHash")} />
      <div>
        <Link href={scansHref}>{t("deviceScans")}</Link>
      </div>
      {isOwner && (
        <div>
          <Link href={`/settings/privacy?${new URLSearchParams({ device })}`}>{t("deviceData")}</Link>
        </div>
      )}
    </>
  );
}

/** Facts of a scan, in words. */
export function Facts({ scan }: { scan: OneScan }) {
  const t = useTranslations("scans.scan");
  const countryName = useCountryName();
  const places = useScanPlaces();
  const { id, producerId, identifier, timestamp, country, place, geo, os, softwareversion, device, creator } =
    scan;
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts" className={classes.title}>
        {t("facts")}
      </h2>
      <dl className={classes.facts}>
        <Fact name={t("item")}>
          {places.item ? <ItemLink identifier={identifier} href={places.item(identifier)} /> : identifier}
        </Fact>
        {places.isAdmin && (
          <Fact name={t("producer")}>
            <SeenProducer id={producerId} />
          </Fact>
        )}
        <Fact name={t("when")}>
          <Moment at={timestamp} exact />
        </Fact>
        <Fact name={t("country")}>
          {countryName(country)}
          {geo === "ip" && <span className={classes.dim}> ({t("byAddress")})</span>}
        </Fact>
        <Fact name={t("place")}>
          {place ? (
            <>
              <IdCopy id={placeText(place)} what={t("coordinates")} />
              {geo === "area" && <div className={classes.dim}>{t("area")}</div>}
            </>
          ) : (
            <span className={classes.dim}>{t("noPlace")}</span>
          )}
        </Fact>
        <Fact name={t("system")}>
          {os ? systemName(os) : <span className={classes.dim}>{t("noDevice")}</span>}
        </Fact>
        <Fact name={t("app")}>{softwareversion ?? <span className={classes.dim}>{t("noDevice")}</span>}</Fact>
        <Fact name={t("device")}>
          {device ? (
            <Device device={device} scansHref={places.scansOf("device", device, producerId)} />
          ) : (
            <span className={classes.dim}>{t("noDevice")}</span>
          )}
        </Fact>
        <Fact name={t("creator")}>
          <Creator creator={creator} owner={producerId} />
        </Fact>
        <Fact name={t("id")}>
          <IdCopy id={id} what={t("theId")} />
        </Fact>
      </dl>
    </section>
  );
}
