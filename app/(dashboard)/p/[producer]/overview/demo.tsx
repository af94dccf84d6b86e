"use client";

import { DemoSeeding } from "@/app/ui/demo-planting";
import { producerPath } from "@/app/ui/producer-pages";
import { useSignedIn } from "@/app/ui/signed-in";
import classes from "./checklist.module.css";

/** Progress of the demo data requested at the set-up; for the admin who requested it. */
export function Demo() {
  const { person, chosen } = useSignedIn();
  if (!person.isAdmin) return null;
  return (
    <div className={classes.demo}>
      <DemoSeeding
        {...(chosen ? { here: chosen.producerId } : {})}
        onOpen={(producerId) => {
          // A full page load clears the other producer's data from memory.
          window.location.assign(producerPath(producerId, "/overview"));
        }}
      />
    </div>
  );
}
