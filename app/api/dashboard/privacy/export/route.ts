export { exportPersonalData as GET } from "@/server/dashboard/exports";
