/** A sentence of the OpenAPI document: English, with code between backticks. */
export function Prose({ text }: { text: string }) {
  return (
    <span lang="en">
      {text.split("`").map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text have no other key.
        at % 2 === 1 ? <code key={at}>{part}</code> : part,
      )}
    </span>
  );
}
