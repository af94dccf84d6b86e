"use client";

import { DemoSeeding } from "@/app/ui/demo-planting";
import { producerPath } from "@/app/ui/producer-pages";
import { useSignedIn } from "@/app/ui/signed-in";
import classes from "./checklist.module.css";

/** The demo that was asked for at the set-up, for the admin who did. */
export function Demo() {
  const { person, chosen } = useSignedIn();
  if (!person.isAdmin) return null;
  return (
    <div className={classes.demo}>
      <DemoSeeding
        {...(chosen ? { here: chosen.producerId } : {})}
        onOpen={(producerId) => {
          // Nothing of the other producer must stay in memory.
          window.location.assign(producerPath(producerId, "/overview"));
        }}
      />
    </div>
  );
}
