/** Who sees the demo, where, and how another person is let in. */
export function wayIn(
  baseUrl: string,
  producerId: string,
  owner: string | undefined,
  admins: string[],
): string[] {
  const page = `${baseUrl}/admin/producers/${producerId}`;
  return [
    owner
      ? `${owner} sees it: sign in at ${baseUrl}/login, choose it at the top, and open Alerts.`
      : "Nobody is a member of it yet.",
    admins.length > 0
      ? `Admins see it at ${page} (${admins.join(", ")}), and invite people there.`
      : `There is no admin yet: open the set-up link that a start prints.`,
    `A new person: npm run -s user -- create --email YOU@EXAMPLE.COM --password "15 characters or more" --producer ${producerId} --role owner`,
  ];
}
