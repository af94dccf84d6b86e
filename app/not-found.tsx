import { Missing } from "./ui/missing";

export default function NotFound() {
  return <Missing />;
}
