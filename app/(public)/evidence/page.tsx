import { pageTitle } from "@/app/request/page-title";
import { PublicFrame } from "@/app/ui/public-frame";
import { Words } from "@/app/ui/words";
import { CheckPack } from "./check-pack";

export const generateMetadata = () => pageTitle("evidence");

/** Page on which anyone checks an evidence pack; the pack stays in the browser. */
export default function EvidencePage() {
  return (
    <Words of={["evidence"]}>
      <PublicFrame>
        <CheckPack />
      </PublicFrame>
    </Words>
  );
}
