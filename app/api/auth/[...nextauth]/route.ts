import { signingIn } from "@/server/web/dashboard/auth";

export { signingIn as GET, signingIn as POST };
