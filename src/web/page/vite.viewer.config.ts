import { defineConfig } from 'vite';

/** The viewer alone: one module without dependencies, in the place from which the command takes it. */
export default defineConfig({
  build: {
    target: 'es2022',
    outDir: '../../analyze/html_report',
    emptyOutDir: false,
    lib: { entry: 'src/viewer/element.ts', formats: ['es'], fileName: () => 'viewer.js' },
    rollupOptions: { output: { minify: true } },
  },
});
