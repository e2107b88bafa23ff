/** Hands a text to the person as a file. `bom`: Excel reads UTF-8 only so. */
export function saveCsv(name: string, text: string, { bom = false } = {}): void {
  const url = URL.createObjectURL(new Blob([bom ? '\uFEFF' : '', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers take it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
