export { downloadRefused as GET } from "@/server/web/dashboard/imports";
