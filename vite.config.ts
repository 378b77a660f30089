/**
 * How the static site is built and served.
 *
 * `base: './'` lets the site live under any sub-path. The worker is a module, so that parts of
 * the simulator that few runs need are files of their own and fetched on demand.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: { target: 'es2022', manifest: true },
  server: { port: 5173 },
});
