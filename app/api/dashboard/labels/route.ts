export { downloadLabels as GET } from "@/server/web/dashboard/labels";
