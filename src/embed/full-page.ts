/** The address of the full page for what a frame shows. */

/** Parameters that make sense only in a frame, or that the host has chosen for its own page. */
const ofFrame = ['ui', 'theme', 'autoplay', 'loop', 'keys'];

/** The same run at the same place, one folder up from the frame's own page. */
export function fullPage(href: string): string {
  const own = new URL(href);
  const url = new URL('../', own);
  url.search = own.search;
  for (const name of ofFrame) url.searchParams.delete(name);
  url.search = url.search.replace(/%2F/g, '/').replace(/%7E/g, '~');
  url.hash = own.hash;
  return url.href;
}
