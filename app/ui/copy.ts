/**
 * Puts text into the clipboard; says whether it is there. Browsers give pages that come by plain http no clipboard: there
 * the text is selected and copied as a person would, in a field beside `near`, where dialogs let the focus go.
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
