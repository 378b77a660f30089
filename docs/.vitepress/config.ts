/**
 * The project's own pages. They are plain documents: no script of the generator reaches a reader,
 * and every address in them is relative, so that they lie wherever the site lies, in its `docs/`.
 */
import { contentSecurityPolicy } from '../../scripts/vite/content-security-policy.ts';

const base = '/docs/';

const pages = [
  { link: 'index', text: 'Open it' },
  { link: 'steps', text: 'Step through it' },
  { link: 'teach', text: 'Teach with it' },
  { link: 'embed', text: 'Embed it' },
  { link: 'hosts', text: 'On your kind of site' },
  { link: 'api', text: 'Element and messages' },
  { link: 'share', text: 'Share and export' },
  { link: 'offline', text: 'Without a network' },
  { link: 'made', text: 'How it is made' },
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export default {
  base,
  title: 'Podyssey',
  titleTemplate: ':title · Podyssey',
  description: 'How to open, teach with and embed Podyssey.',
  mpa: true,
  srcExclude: ['README.md'],
  appearance: false,
  // Pages of the site around these; e2e/docs.spec.ts follows them in the built site.
  ignoreDeadLinks: [/^\.\/\.\.\//],
  themeConfig: { pages },
  markdown: {
    highlight: (code: string) => `<pre v-pre tabindex="0"><code>${escaped(code)}</code></pre>`,
  },
  vue: {
    template: {
      compilerOptions: { isCustomElement: (tag: string) => tag === 'podyssey-walkthrough' },
    },
  },
  transformHtml(code: string): string {
    const head = [
      `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`,
      '<link rel="icon" href="../icon.svg">',
      '<script src="./docs.js"></script>',
      '<script type="module" src="../element.js"></script>',
    ];
    return code
      .replace(/<script id="check-mac-os">.*?<\/script>/, '')
      .replace(/<link [^>]*vp-icons\.css[^>]*>/, '')
      .replace(' style="position:relative;"', '')
      .replaceAll(`="${base}"`, '="./index.html"')
      .replaceAll(`="${base}`, '="./')
      .replace('<head>', `<head>${head.join('')}`);
  },
};
