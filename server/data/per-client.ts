/** Makes one value for each client, on its first use. */
export function perClient<Client extends object, Made>(
  make: (client: Client) => Made,
): (client: Client) => Made {
  const made = new WeakMap<Client, Made>();
  return (client) => {
    let one = made.get(client);
    if (!one) {
      one = make(client);
      made.set(client, one);
    }
    return one;
  };
}
