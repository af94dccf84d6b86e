export { downloadEvidence as GET } from "@/server/web/dashboard/evidence";
