/**
 * Copy text to the clipboard; returns whether it succeeded. Over plain http browsers provide no clipboard: there the
 * text is selected and copied in a field beside `near`, where dialogs permit the focus.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  if ("clipboard" in navigator) {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isCopied) return true;
  }
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  near.after(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
