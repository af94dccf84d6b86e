import { CopyButton } from "./copy-button";
import classes from "./id-copy.module.css";

interface IdCopyProps {
  id: string;
  /** What it is the id of, for those who hear the page: "the item's identifier". */
  what: string;
}

/** An id in fixed width, cut in the middle of narrow places, and a button that copies all of it. */
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
