export { uploadImport as POST } from "@/server/web/dashboard/imports";
