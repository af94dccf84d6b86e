export { exportScansOfRange as GET } from "@/server/dashboard/exports";
