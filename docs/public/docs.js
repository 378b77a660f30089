/** What the pages do: a theme that is kept, and code that is copied. Runs before the first paint. */
(() => {
  const root = document.documentElement;
  const words = {
    en: {
      dark: 'Dark',
      light: 'Light',
      theme: { dark: 'Theme: dark', light: 'Theme: light' },
      copy: 'Copy',
      copied: 'Copied',
      copyCode: 'Copy the code',
    },
    'zh-CN': {
      dark: '深色',
      light: '浅色',
      theme: { dark: '主题：深色', light: '主题：浅色' },
      copy: '复制',
      copied: '已复制',
      copyCode: '复制代码',
    },
  };
  const say = () => words[root.lang] ?? words.en;
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
    button.textContent = say().copied;
    setTimeout(() => {
      button.textContent = say().copy;
    }, 1500);
  };

  addEventListener('DOMContentLoaded', () => {
    const other = () => (root.dataset.theme === 'dark' ? 'light' : 'dark');
    const button = document.querySelector('[data-theme-switch]');
    const name = () => {
      button.textContent = say()[other()];
      button.setAttribute('aria-label', say().theme[other()]);
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
      each.textContent = say().copy;
      each.setAttribute('aria-label', say().copyCode);
      each.addEventListener('click', () => copy(each).catch(() => undefined));
    }
  });
})();
