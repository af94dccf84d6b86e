export { uploadContent as POST } from "@/server/dashboard/upload";
