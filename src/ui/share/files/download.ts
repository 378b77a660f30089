/** Hands a file that the page has made to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken it up by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
