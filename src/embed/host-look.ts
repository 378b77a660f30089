/**
 * How the page around a walkthrough looks: its theme and language, by the signs that sites use.
 *
 * The element and the client read the page that they are in. A frame reads the page around it where
 * the browser allows that: on the same origin.
 */

/** `data-theme` and the like, on `html` or `body`: Docusaurus, Starlight, Material, Bootstrap. */
const signs = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'data-color-scheme'];

/** `light`, `dark` or `contrast`; `auto` where the page gives no sign and has no background. */
export function hostTheme(page = document): string {
  const roots = rootsOf(page);
  for (const root of roots) {
    for (const value of [...signs.map((sign) => root.getAttribute(sign)), ...root.classList]) {
      if (value === 'dark' || value === 'slate') return 'dark';
      if (value === 'light' || value === 'default') return 'light';
      if (value === 'contrast') return value;
    }
  }
  // A site may have a sign for one theme only: then its background decides.
  for (const root of roots) {
    const [r = 0, g = 0, b = 0, a = 1] =
      getComputedStyle(root)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    if (a > 0) return r + g + b < 382 ? 'dark' : 'light';
  }
  // Without a background the browser paints one, in the colour scheme of the page if it has just
  // one.
  const scheme = getComputedStyle(page.documentElement).colorScheme;
  return /^(only )?(dark|light)$/.test(scheme) ? scheme.slice(-5).trim() : 'auto';
}

/** The language of the nearest element that has one; empty if none has. */
export const hostLang = (element: Element): string =>
  element.closest<HTMLElement>('[lang]')?.lang ?? '';

/** A frame may begin before the page around it has a body. */
const rootsOf = ({ documentElement, body }: Document): readonly HTMLElement[] =>
  [documentElement, body].filter((root) => root !== null);

/** Milliseconds that a page may take to fade from one theme to another. */
const soft = 500;

/** Calls back when the page may have a new look; returns the function that stops this. */
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
