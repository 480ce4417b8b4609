import { defineConfig } from 'vite';

/** The viewer alone: one module without dependencies. */
export default defineConfig({
  build: {
    target: 'es2022',
    emptyOutDir: false,
    lib: { entry: 'src/viewer/element.ts', formats: ['es'], fileName: () => 'viewer.js' },
  },
});
