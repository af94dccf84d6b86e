export { showScanMap as GET } from "@/server/web/dashboard/scan-map";
