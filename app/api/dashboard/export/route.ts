export { exportList as GET } from "@/server/web/dashboard/export-list";
