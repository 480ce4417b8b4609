import { defineConfig } from 'vite';

export default defineConfig({
  // Below any path.
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  worker: { format: 'es' },
});
