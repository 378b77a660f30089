/**
 * Has a browser fetch the front door and its English words beside the page's entry, not after it.
 * Both are small; who comes by a link to a run has them in vain.
 */
import type { Plugin } from 'vite';

const wanted = /(\/src\/ui\/front\/front-door\.ts|virtual:front\/en)$/;

export function preloadDoor(): Plugin {
  return {
    name: 'podyssey-preload-door',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, path }) {
        if (path !== '/index.html') return [];
        return Object.values(bundle ?? {}).flatMap((file) => {
          if (file.type !== 'chunk' || !wanted.test(file.facadeModuleId ?? '')) return [];
          const attrs = { rel: 'modulepreload', crossorigin: true, href: `./${file.fileName}` };
          return [{ tag: 'link', attrs, injectTo: 'head' as const }];
        });
      },
    },
  };
}
