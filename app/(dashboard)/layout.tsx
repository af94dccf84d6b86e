import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { currentPath, currentSignedIn, keptChoice } from "@/app/request/request";
import { keptColumns } from "@/app/ui/columns/kept";
import { KeptColumnsProvider } from "@/app/ui/columns/use-columns";
import { SignedInProvider } from "@/app/ui/signed-in";
import { Words } from "@/app/ui/words";
import { PRODUCER_COOKIE } from "@/server/identity/from-session";
import { NAV_COOKIE } from "./_shell/nav-cookie";
import { PageOrWelcome } from "./_shell/page-or-welcome";
import { Shell } from "./_shell/shell";

/** Layout of every signed-in page; redirects to the sign-in page and back otherwise. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const signedIn = await currentSignedIn();
  if (!signedIn) {
    const path = await currentPath();
    redirect(path ? `/login?next=${encodeURIComponent(path)}` : "/login");
  }
  const narrow = (await keptChoice(NAV_COOKIE)) === "narrow";
  return (
    <Words of={["shell"]}>
      <SignedInProvider signedIn={signedIn} lastShown={await keptChoice(PRODUCER_COOKIE)}>
        <KeptColumnsProvider kept={await keptColumns()}>
          <Shell narrow={narrow}>
            <PageOrWelcome>{children}</PageOrWelcome>
          </Shell>
        </KeptColumnsProvider>
      </SignedInProvider>
    </Words>
  );
}
