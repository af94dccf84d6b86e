export { redirectScansExport as GET } from "@/server/web/dashboard/export-list";
