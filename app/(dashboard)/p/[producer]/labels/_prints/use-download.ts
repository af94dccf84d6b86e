"use client";

import { useProducerQuery } from "@/app/ui/signed-in";

/** Returns a function that downloads the file of a print. */
export function useDownload(): (print: string) => void {
  const producer = useProducerQuery();
  return (print) => {
    const link = document.createElement("a");
    link.href = `/api/dashboard/labels?${new URLSearchParams({ print, ...producer })}`;
    link.download = "";
    link.click();
  };
}
