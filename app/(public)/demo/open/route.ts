export { openDemo as POST } from "@/server/web/demo/open-demo";
