export { exportScansOfRange as GET } from "@/server/web/dashboard/exports";
