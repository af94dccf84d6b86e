export { showEvidenceKeys as GET } from "@/server/web/evidence-keys";
