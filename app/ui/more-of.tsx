"use client";

import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useFailureText } from "./failure";
import { FormFailure } from "./form-failure";

/** Button that loads the next page, for lists that are not tables; shows the error if loading fails. */
export function MoreOf({ query }: { query: UseInfiniteQueryResult<unknown, unknown> }) {
  const t = useTranslations("common.list");
  const failureText = useFailureText();
  const { data, isError, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (data === undefined) return null;
  return (
    <>
      {isError && <FormFailure>{failureText(error)}</FormFailure>}
      {hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          mt="md"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {t("loadMore")}
        </Button>
      )}
    </>
  );
}
