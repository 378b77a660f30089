/**
 * What a page of the site may load and run, written into each page of a build, so that it holds
 * wherever the site lies. A server may send the same line as a header; then it holds for the worker
 * too. Any site may frame the pages: there is no `frame-ancestors`.
 *
 * In a frame with `sandbox="allow-scripts"` a page has no origin, and for WebKit nothing is `'self'`
 * there. So the page for frames names the site's address beside it; as only a page that runs knows
 * the address, its first script writes the policy.
 */
import type { Plugin } from 'vite';

export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types podyssey',
].join('; ');

/** The page for frames, in the build's folder, and the script that writes its policy. */
const framed = '/embed/index.html';
const writer = 'embed/policy.js';

/** The policy of the page for frames, of a site at that origin. */
export const framedPolicyOf = (origin: string): string =>
  contentSecurityPolicy.replaceAll("'self'", `'self' ${origin}`);

const writerText = `{
const meta = document.createElement('meta');
meta.httpEquiv = 'Content-Security-Policy';
meta.content = ${JSON.stringify(contentSecurityPolicy)}.replaceAll("'self'", "'self' " + location.origin);
document.currentScript.replaceWith(meta);
}
`;

export function withContentSecurityPolicy(): Plugin {
  return {
    name: 'podyssey-content-security-policy',
    apply: 'build',
    transformIndexHtml: (_, { path }) =>
      path === framed
        ? [{ tag: 'script', attrs: { src: './policy.js' }, injectTo: 'head-prepend' }]
        : [
            {
              tag: 'meta',
              attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
              injectTo: 'head-prepend',
            },
          ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: writer, source: writerText });
    },
  };
}
