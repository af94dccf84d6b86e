export { drainDeliveries as GET, drainDeliveries as POST } from "@/server/api/background";
