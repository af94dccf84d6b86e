"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { IdCopy } from "@/app/ui/id-copy";
import { Moment } from "@/app/ui/moment";
import { useCan, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import type { OneScan } from "./scan-page";
import classes from "./scan-page.module.css";

export const placeText = ({ _lat, _long }: { _lat: number; _long: number }) =>
  `${_lat.toFixed(5)}, ${_long.toFixed(5)}`;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The item by its title; as plain text where it is there no more. */
function ItemLink({ identifier }: { identifier: string }) {
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
      <Link href={`/items/${encodeURIComponent(identifier)}`} prefetch={false} className={classes.item}>
        {identifier}
      </Link>
      {data?.merged.data.title && <div className={classes.dim}>{data.merged.data.title}</div>}
    </>
  );
}

function Creator({ creator }: { creator: string }) {
  const t = useTranslations("scans.scan");
  const { chosen } = useSignedIn();
  if (creator === "unknown") return t("creatorUnknown");
  if (creator === chosen?.producerId) return t("creatorOwn", { producer: chosen.producerName });
  return t("creatorOther");
}

/** A device by its hash, and where it leads. */
function Device({ device }: { device: string }) {
  const t = useTranslations("scans.scan");
  const isOwner = useCan("owner");
  const query = new URLSearchParams({ device });
  return (
    <>
      <IdCopy id={device} what={t("deviceHash")} />
      <div>
        <Link href={`/scans?${query}`} prefetch={false}>
          {t("deviceScans")}
        </Link>
      </div>
      {isOwner && (
        <div>
          <Link href={`/settings/privacy?${query}`} prefetch={false}>
            {t("deviceData")}
          </Link>
        </div>
      )}
    </>
  );
}

/** What is known of a scan, in words. */
export function Facts({ scan: { id, data } }: { scan: OneScan }) {
  const t = useTranslations("scans.scan");
  const countryName = useCountryName();
  const { identifier, timestamp, country, location, os, softwareversion, device, creator } = data;
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts" className={classes.title}>
        {t("facts")}
      </h2>
      <dl className={classes.facts}>
        <Fact name={t("item")}>
          <ItemLink identifier={identifier} />
        </Fact>
        <Fact name={t("when")}>
          <Moment at={timestamp} exact />
        </Fact>
        <Fact name={t("country")}>
          {countryName(country)}
          {data._geo === "ip" && <span className={classes.dim}> ({t("byAddress")})</span>}
        </Fact>
        <Fact name={t("place")}>
          {location ? (
            <>
              <IdCopy id={placeText(location)} what={t("coordinates")} />
              {data._geo === "area" && <div className={classes.dim}>{t("area")}</div>}
            </>
          ) : (
            <span className={classes.dim}>{t("noPlace")}</span>
          )}
        </Fact>
        <Fact name={t("system")}>{os ?? <span className={classes.dim}>{t("noDevice")}</span>}</Fact>
        <Fact name={t("app")}>{softwareversion ?? <span className={classes.dim}>{t("noDevice")}</span>}</Fact>
        <Fact name={t("device")}>
          {device ? <Device device={device} /> : <span className={classes.dim}>{t("noDevice")}</span>}
        </Fact>
        <Fact name={t("creator")}>
          <Creator creator={creator} />
        </Fact>
        <Fact name={t("id")}>
          <IdCopy id={id} what={t("theId")} />
        </Fact>
      </dl>
    </section>
  );
}
