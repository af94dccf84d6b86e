import { MissingPage } from "@/app/ui/missing";

export default function NotFound() {
  return <MissingPage />;
}
