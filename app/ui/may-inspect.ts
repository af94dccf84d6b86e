/** Which roles may inspect, for the inspection app. */
export { mayInspect } from "@/server/auth/roles";
