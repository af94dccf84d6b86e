export { exportPersonalData as GET } from "@/server/web/dashboard/exports";
