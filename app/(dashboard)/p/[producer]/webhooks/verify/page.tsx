import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { Words } from "@/app/ui/words";
import { Verify } from "./verify";
import { headersOfCall, receivers, takeOnce } from "./webhooks-doc";

export const generateMetadata = (): Promise<Metadata> => pageTitle("webhooks", "verify.title");

export default function VerifyPage() {
  return (
    <Words of={["webhooks"]}>
      <Verify receivers={receivers()} headers={headersOfCall()} takeOnce={takeOnce()} />
    </Words>
  );
}
