import { invalid } from "@/server/core/errors";
import { env } from "@/server/platform/env";
import { refuseReceiver } from "@/server/platform/outbound-receiver";

/**
 * The host of a channel's URL.
 * @throws 400 for a URL that cannot be that of a receiver; every connection also checks the resolved address
 */
export function hostOf(url: string): string {
  const fault = refuseReceiver(url, env.HOOK_ALLOW);
  if (fault !== undefined) throw invalid("channel-url", fault);
  return new URL(url).host;
}
