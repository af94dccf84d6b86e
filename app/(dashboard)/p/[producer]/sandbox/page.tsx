import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Sandbox } from "./sandbox";

export const generateMetadata = (): Promise<Metadata> => pageTitle("sandbox");

export default function SandboxPage() {
  return (
    <Words of={["sandbox"]}>
      <Sandbox />
    </Words>
  );
}
