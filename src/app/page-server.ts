/** The program on this machine that the page came from: `podyssey serve` or `podyssey bridge`. */

/** The address of a WebSocket of that program, with the token of the printed link. */
export function socketAt(path: string, token: string): string {
  const address = new URL(path, document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('token', token);
  return address.href;
}

/**
 * Has the browser fetch all parts of the page: when the server has ended, who looks back still
 * needs them. Then `data-parts="there"` is on `<html>`.
 */
export async function fetchParts(): Promise<void> {
  const assets = new URL('assets/', document.baseURI);
  const names: readonly string[] = await (await fetch(assets)).json();
  await Promise.all(names.map((name) => fetchPart(new URL(name, assets))));
  document.documentElement.dataset['parts'] = 'there';
}

const fetchPart = async (part: URL): Promise<ArrayBuffer> => (await fetch(part)).arrayBuffer();
