/** Has a browser fetch the English words beside the page's scripts, not after them. */
import type { Plugin } from 'vite';

export function preloadWords(): Plugin {
  return {
    name: 'podyssey-preload-words',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, path }) {
        const words = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/i18n/en.json'),
        );
        if (words === undefined || path !== '/index.html') return [];
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `./${words.fileName}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
