import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'));

/** The console. `index.html` is served by the API, which fills the CSP nonce in for each answer. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  html: { cspNonce: '__CSP_NONCE__' },
  server: { host: '127.0.0.1' },
  build: {
    outDir: path.resolve(import.meta.dirname, 'dist'),
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  worker: { format: 'es' },
});
