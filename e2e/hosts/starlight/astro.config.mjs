import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
  telemetry: false,
  integrations: [starlight({ title: 'Course notes', pagefind: false })],
});
