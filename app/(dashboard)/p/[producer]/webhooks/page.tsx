import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Hooks } from "./hooks";

export const generateMetadata = (): Promise<Metadata> => pageTitle("webhooks");

export default function HooksPage() {
  return (
    <Words of={["webhooks"]}>
      <Hooks />
    </Words>
  );
}
