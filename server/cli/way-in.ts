/** Explains who can see the demo producer, where, and how to add a member. */
export function wayIn(
  baseUrl: string,
  producerId: string,
  owner: string | undefined,
  admins: string[],
): string[] {
  const page = `${baseUrl}/admin/producers/${producerId}`;
  return [
    owner
      ? `Sign in as ${owner} at ${baseUrl}/login, choose the producer at the top, and open Alerts.`
      : "The demo producer has no members yet.",
    admins.length > 0
      ? `Admins (${admins.join(", ")}) can view it and invite members at ${page}`
      : "There is no admin yet: open the set-up link that the service prints when it starts.",
    `To add a member: npm run -s user -- create --email YOU@EXAMPLE.COM --password "15 characters or more" --producer ${producerId} --role owner`,
  ];
}
