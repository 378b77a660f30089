/** What the pages do: a theme that is kept, and code that is copied. Runs before the first paint. */
(() => {
  const root = document.documentElement;
  const kept = () => {
    try {
      return localStorage.getItem('podyssey-docs-theme');
    } catch {
      return null;
    }
  };
  const keep = (theme) => {
    try {
      localStorage.setItem('podyssey-docs-theme', theme);
    } catch {
      // Without storage the choice holds for this page.
    }
  };
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = kept() ?? system;

  const copy = async (button) => {
    const code = button.parentElement.querySelector('code').textContent;
    await navigator.clipboard.writeText(code);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };

  addEventListener('DOMContentLoaded', () => {
    const other = () => (root.dataset.theme === 'dark' ? 'light' : 'dark');
    const button = document.querySelector('[data-theme-switch]');
    const name = () => {
      button.textContent = other() === 'dark' ? 'Dark' : 'Light';
      button.setAttribute('aria-label', `Theme: ${other()}`);
    };
    button.hidden = false;
    name();
    button.addEventListener('click', () => {
      root.dataset.theme = other();
      keep(root.dataset.theme);
      name();
    });
    for (const each of document.querySelectorAll('button.copy')) {
      if (navigator.clipboard === undefined) {
        each.hidden = true;
        continue;
      }
      each.textContent = 'Copy';
      each.setAttribute('aria-label', 'Copy the code');
      each.addEventListener('click', () => copy(each).catch(() => undefined));
    }
  });
})();
