import { serveAuth } from "@/server/auth/next-auth";

export { serveAuth as GET, serveAuth as POST };
