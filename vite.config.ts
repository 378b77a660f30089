/**
 * How the static site is built and served.
 *
 * `base: './'` lets the site live under any sub-path. Workers are classic scripts (`iife`), because a
 * page in a sandboxed frame can only start its worker from a blob, and only a classic one.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'iife' },
  build: { target: 'es2022', manifest: true },
  server: { port: 5173 },
});
