/**
 * What a page of the site may load and run, written into each page of a build, so that it holds
 * wherever the site lies. A server may send the same line as a header; then it holds for the worker
 * too. Any site may frame the pages: there is no `frame-ancestors`.
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

export function withContentSecurityPolicy(): Plugin {
  return {
    name: 'podyssey-content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
        injectTo: 'head-prepend',
      },
    ],
  };
}
