import { signingIn } from "@/server/dashboard/auth";

export { signingIn as GET, signingIn as POST };
