import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { receivers } from "../verify/webhooks-doc";
import { NewHook } from "./new-hook";

export const generateMetadata = (): Promise<Metadata> => pageTitle("webhooks", "create.title");

export default function NewHookPage() {
  return (
    <Words of={["webhooks"]}>
      <NewHook receivers={receivers()} />
    </Words>
  );
}
