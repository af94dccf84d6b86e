import { CopyButton } from "./copy-button";
import classes from "./id-copy.module.css";

interface IdCopyProps {
  id: string;
  /** What the id belongs to, for screen readers: "the item's identifier". */
  what: string;
}

/** Id in monospace, shortened in the middle if space is scarce, with a copy button for the full id. */
export function IdCopy({ id, what }: IdCopyProps) {
  return (
    <span className={classes.id}>
      <code className={classes.text} title={id}>
        {id}
      </code>
      <CopyButton value={id} what={what} />
    </span>
  );
}
