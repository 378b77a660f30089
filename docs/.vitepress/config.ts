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
  { link: 'lesson', text: 'Write a lesson' },
  { link: 'embed', text: 'Embed it' },
  { link: 'hosts', text: 'On your kind of site' },
  { link: 'api', text: 'Element and messages' },
  { link: 'share', text: 'Share and export' },
  { link: 'offline', text: 'Without a network' },
  { link: 'serve', text: 'Your own kubectl' },
  { link: 'class', text: 'Your own kubectl in class' },
  { link: 'tests', text: 'A cluster for tests' },
  { link: 'speed', text: 'How fast it is' },
  { link: 'made', text: 'How it is made' },
  { link: 'faults', text: 'Tested by breaking it' },
  { link: 'left-out', text: 'What is left out' },
];

/** In Chinese there are the pages that most readers come for; the list has the others in English. */
const inChinese: Readonly<Record<string, string>> = {
  index: '打开',
  teach: '用来上课',
  embed: '嵌入文档',
};

const english = { folder: '', lang: 'en', label: 'English' } as const;
const chinese = { folder: 'zh/', lang: 'zh-CN', label: '简体中文' } as const;

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
  ignoreDeadLinks: [/^\.\/(\.\.\/)+/, /\/\.\.\/\.\.\//],
  locales: {
    root: {
      ...english,
      themeConfig: {
        folder: english.folder,
        pages,
        words: { skip: 'Skip to the text', pages: 'Pages', dark: 'Dark' },
        other: { ...chinese, pages: Object.keys(inChinese) },
      },
    },
    zh: {
      ...chinese,
      description: '怎样打开、讲授和嵌入 Podyssey。',
      themeConfig: {
        folder: chinese.folder,
        pages: pages.map(({ link, text }) => ({
          link,
          text: inChinese[link] ?? text,
          english: inChinese[link] === undefined,
        })),
        words: { skip: '跳到正文', pages: '页面', dark: '深色' },
        other: { ...english, pages: pages.map(({ link }) => link) },
      },
    },
  },
  markdown: {
    highlight: (code: string) => `<pre v-pre tabindex="0"><code>${escaped(code)}</code></pre>`,
  },
  vue: {
    template: {
      compilerOptions: { isCustomElement: (tag: string) => tag === 'podyssey-walkthrough' },
    },
  },
  transformHtml(code: string, _id: string, { page }: { readonly page: string }): string {
    const up = page.startsWith(chinese.folder) ? '../' : './';
    const head = [
      `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`,
      `<link rel="icon" href="${up}../icon.svg">`,
      `<script src="${up}docs.js"></script>`,
      `<script type="module" src="${up}../element.js"></script>`,
    ];
    return code
      .replace(/<script id="check-mac-os">.*?<\/script>/, '')
      .replace(/<link [^>]*vp-icons\.css[^>]*>/, '')
      .replace(' style="position:relative;"', '')
      .replaceAll(`="${base}"`, `="${up}index.html"`)
      .replaceAll(`="${base}`, `="${up}`)
      .replace('<head>', `<head>${head.join('')}`);
  },
};
