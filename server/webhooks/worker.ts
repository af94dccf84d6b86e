import { runInThread } from "@/server/loops/in-thread";
import { openOutboundHttp } from "@/server/platform/outbound-http";
import { openDeliverer } from "./deliver";
import { yieldingPace } from "./pace";

await runInThread("PRIORITY_BELOW_NORMAL", ({ database, report, isBusy, isAwake }) => {
  const http = openOutboundHttp();
  const deliverer = openDeliverer(database, http, yieldingPace(isBusy), report, isAwake);
  deliverer.start();
  return async () => {
    await deliverer.close();
    await http.close();
  };
});
