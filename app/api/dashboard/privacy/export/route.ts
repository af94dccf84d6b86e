export { exportPersonalData as GET } from "@/server/web/dashboard/personal-data";
