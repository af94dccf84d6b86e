export { showScanMap as GET } from "@/server/dashboard/scan-map";
