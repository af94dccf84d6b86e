export { exportList as GET, exportList as POST } from "@/server/web/dashboard/export-list";
