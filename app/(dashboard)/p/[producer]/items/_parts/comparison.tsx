"use client";

import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl";
import type { FoundItem } from "../types";
import classes from "./comparison.module.css";
import { useComparisonRows } from "./comparison-rows";
import { Section } from "./section";

/** The merged view of an item, and the side that each value comes from. */
export function Comparison({ found }: { found: FoundItem }) {
  const t = useTranslations("items.comparison");
  const rows = useComparisonRows(found);
  const isInGroup = found.group !== null;
  // Narrow windows collapse item and group at first.
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <Section
      title={t("heading")}
      description={isInGroup ? t("lead") : t("leadAlone")}
      actions={
        isInGroup && (
          <Button
            size="xs"
            variant="default"
            className={classes.fold}
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? t("fold") : t("unfold")}
          </Button>
        )
      }
    >
      <table id={id} className={classes.table} data-unfolded={unfolded || undefined}>
        <caption className="visually-hidden">{t("heading")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            <th scope="col">{t("merged")}</th>
            {isInGroup && (
              <>
                <th scope="col">{t("item")}</th>
                <th scope="col">{t("group")}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, merged, item, group, from }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={classes.merged}>{merged ?? <Nothing />}</td>
              {isInGroup && (
                <>
                  <Side name={t("item")} value={item} wins={from === "item"} loses={from === "group"} />
                  <Side name={t("group")} value={group} wins={from === "group"} loses={from === "item"} />
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const Nothing = () => <span className={classes.nothing}>–</span>;

interface SideProps {
  name: string;
  value: ReactNode;
  /** Whether scanners see this side. */
  wins: boolean;
  loses: boolean;
}

function Side({ name, value, wins, loses }: SideProps) {
  const t = useTranslations("items.comparison");
  const isSaid = value !== undefined;
  return (
    <td className={classes.side} data-wins={wins || undefined} data-loses={(loses && isSaid) || undefined}>
      <span className={classes.sideName} aria-hidden>
        {name}
      </span>
      <span className={classes.value}>
        {isSaid ? value : <Nothing />}
        {wins && (
          <span className={classes.seen}>
            <IconEye size={14} aria-hidden /> {t("seen")}
          </span>
        )}
        {loses && isSaid && <span className="visually-hidden">{t("unseen")}</span>}
      </span>
    </td>
  );
}
