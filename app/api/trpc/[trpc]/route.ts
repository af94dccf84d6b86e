export { serveTrpc as GET, serveTrpc as POST } from "@/server/trpc/handler";
