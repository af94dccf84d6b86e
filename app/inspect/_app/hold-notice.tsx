import { Alert, Button } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useStore } from "./store";

const signInPath = () => `/login?next=${encodeURIComponent(window.location.pathname)}`;

/** Why nothing is sent, and what the person can do. */
export function HoldNotice() {
  const t = useTranslations("inspect.hold");
  const { hold, profile } = useStore();
  if (hold === null || hold === "otherPerson") return null;
  const { name = "", email = "" } = profile ?? {};
  const text = hold === "signedOut" && !profile ? t("signedOutNew") : t(hold, { name, email });
  return (
    <Alert color={hold === "offline" ? "gray" : "yellow"} role="status">
      {text}
      {hold === "signedOut" && (
        <Button component="a" href={signInPath()} size="md" mt="sm" fullWidth>
          {t("signIn")}
        </Button>
      )}
      {hold === "secondFactor" && (
        <Button component="a" href="/account" size="md" mt="sm" fullWidth>
          {t("account")}
        </Button>
      )}
    </Alert>
  );
}
