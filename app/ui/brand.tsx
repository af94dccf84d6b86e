import classes from "./brand.module.css";

/** The service's name with its mark. */
export function Brand({ iconOnly = false }: { iconOnly?: boolean }) {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={classes.mark}>
        <path d="M12 1.5 21 5v7c0 5.2-3.7 8.9-9 10.5C6.7 20.9 3 17.2 3 12V5z" fill="currentColor" />
        <path d="m7.8 12.2 3 3 5.6-6.4" fill="none" stroke="var(--mark-inside)" strokeWidth="2.2" />
      </svg>
      <span className={iconOnly ? "visually-hidden" : classes.name}>Assay</span>
    </span>
  );
}
