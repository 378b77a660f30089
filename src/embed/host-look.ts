/** How the page around an element looks: its theme and language, by the signs that sites use. */

/** `data-theme` and its like, on `html` or `body`: Docusaurus, Starlight, Material, Bootstrap. */
const signs = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'data-color-scheme'];

/** `light`, `dark` or `contrast`; `auto` where the page says nothing and has no ground. */
export function hostTheme(): string {
  const roots = [document.documentElement, document.body];
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
  return 'auto';
}

/** Milliseconds until a page that changes its colours softly has done so. */
const soft = 500;

/** Calls when the page may look otherwise; returns how to stop. */
export function followHost(change: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const observer = new MutationObserver(() => {
    change();
    clearTimeout(timer);
    timer = setTimeout(change, soft);
  });
  const attributeFilter = [...signs, 'class', 'lang'];
  for (const root of [document.documentElement, document.body]) {
    observer.observe(root, { attributeFilter });
  }
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
