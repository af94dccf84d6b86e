"use client";

import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { CreateToken } from "./create-token";
import { TokenList } from "./token-list";

/** API tokens and owner keys of the producer; for owners only. */
export function Tokens({ baseUrl }: { baseUrl: string }) {
  const t = useTranslations("tokens");
  const tRole = useTranslations("common.role");
  const { chosen } = useSignedIn();
  const isOwner = useHasRole("owner");
  const canMake = useCan("owner");
  const [isMaking, setMaking] = useState(false);
  const producer = chosen?.producerName ?? "";
  const make = () => setMaking(true);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead", { producer })}
        actions={
          canMake && (
            <Button onClick={make} data-create>
              {t("new")}
            </Button>
          )
        }
      />
      {isOwner ? (
        <TokenList onCreate={make} />
      ) : (
        <EmptyState icon={IconLock} title={t("ownersOnly.title")}>
          {t("ownersOnly.text", { producer, role: chosen ? tRole(chosen.role) : "" })}
        </EmptyState>
      )}
      {isMaking && <CreateToken baseUrl={baseUrl} onClose={() => setMaking(false)} />}
    </>
  );
}
