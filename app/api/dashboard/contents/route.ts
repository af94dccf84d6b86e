export { uploadContent as POST } from "@/server/web/dashboard/upload";
