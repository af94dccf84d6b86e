import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Storage } from "./storage";

export const generateMetadata = (): Promise<Metadata> => pageTitle("storage");

export default function StoragePage() {
  return (
    <Words of={["storage"]}>
      <Storage />
    </Words>
  );
}
