/**
 * How the static site is built and served.
 *
 * `base: './'` lets the site live under any sub-path. The worker is a module, so that parts of
 * the simulator that few runs need are files of their own and fetched on demand.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withContentSecurityPolicy } from './scripts/vite/content-security-policy.ts';
import { docsSite } from './scripts/vite/docs-site.ts';
import { embedLibrary } from './scripts/vite/embed-library.ts';
import { lessons } from './scripts/vite/lessons.ts';
import { licenses } from './scripts/vite/licenses.ts';
import { offlineCopy } from './scripts/vite/offline-copy.ts';
import { preloadWords } from './scripts/vite/preload-words.ts';
import { staticPages } from './scripts/vite/static-pages.ts';
import { titles } from './scripts/vite/titles.ts';

const bundled = licenses();

export default defineConfig({
  base: './',
  plugins: [
    react(),
    titles(),
    withContentSecurityPolicy(),
    preloadWords(),
    embedLibrary(),
    docsSite(),
    staticPages(),
    lessons(),
    bundled.page(),
    offlineCopy(),
  ],
  worker: { format: 'es', plugins: () => [bundled.worker()] },
  build: {
    target: 'es2022',
    manifest: true,
    rolldownOptions: { input: ['index.html', 'embed/index.html'] },
  },
  server: { port: 5173 },
});
