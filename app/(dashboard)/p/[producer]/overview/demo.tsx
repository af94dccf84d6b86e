"use client";

import { setCookie } from "@/app/ui/cookie";
import { DemoPlanting } from "@/app/ui/demo-planting";
import { useSignedIn } from "@/app/ui/signed-in";
import classes from "./checklist.module.css";

/** The demo that was asked for at the set-up, for the admin who did. */
export function Demo() {
  const { person, chosen } = useSignedIn();
  if (!person.isAdmin) return null;
  return (
    <div className={classes.demo}>
      <DemoPlanting
        {...(chosen ? { here: chosen.producerId } : {})}
        onOpen={(producerId) => {
          setCookie("assay-producer", producerId);
          // Nothing of the other producer must stay in memory.
          window.location.assign("/overview");
        }}
      />
    </div>
  );
}
