/**
 * How the page around a walkthrough looks: its theme and language, by the signs that sites use.
 *
 * The element and the client read the page that they are in; a frame reads the page around it where
 * the browser lets it, which is on the same origin.
 */

/** `data-theme` and its like, on `html` or `body`: Docusaurus, Starlight, Material, Bootstrap. */
const signs = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'data-color-scheme'];

/** `light`, `dark` or `contrast`; `auto` where the page says nothing and has no ground. */
export function hostTheme(page = document): string {
  const roots = rootsOf(page);
  for (const root of roots) {
    for (const value of [...signs.map((sign) => root.getAttribute(sign)), ...root.classList]) {
      if (value === 'dark' || value === 'slate') return 'dark';
      if (value === 'light' || value === 'default') return 'light';
      if (value === 'contrast') return value;
    }
  }
  // A site may have a sign for one theme only: then its ground tells.
  for (const root of roots) {
    const [r = 0, g = 0, b = 0, a = 1] =
      getComputedStyle(root)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    if (a > 0) return r + g + b < 382 ? 'dark' : 'light';
  }
  // Without one the browser paints it, in the scheme that the page names, if it names but one.
  const scheme = getComputedStyle(page.documentElement).colorScheme;
  return /^(only )?(dark|light)$/.test(scheme) ? scheme.slice(-5).trim() : 'auto';
}

/** The language of the nearest element around that has one; empty: none has. */
export const hostLang = (element: Element): string =>
  element.closest<HTMLElement>('[lang]')?.lang ?? '';

/** A frame may begin before the page around it has a body. */
const rootsOf = ({ documentElement, body }: Document): readonly HTMLElement[] =>
  [documentElement, body].filter((root) => root !== null);

/** Milliseconds until a page that changes its colours softly has done so. */
const soft = 500;

/** Calls when the page may look otherwise; returns how to stop. */
export function followHost(change: () => void, page = document): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const observer = new MutationObserver(() => {
    change();
    clearTimeout(timer);
    timer = setTimeout(change, soft);
  });
  const attributeFilter = [...signs, 'class', 'lang'];
  for (const root of rootsOf(page)) {
    observer.observe(root, { attributeFilter });
  }
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
