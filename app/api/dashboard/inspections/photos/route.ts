export { uploadInspectionPhoto as POST } from "@/server/web/dashboard/inspection-photos";
