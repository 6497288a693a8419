import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'));

const lean = (name: string) => path.join(import.meta.dirname, 'src/lean', name);

/**
 * Every screen needs these. In one file they weigh 6 KiB less on the way to the first list than in the many small ones
 * that sharing between screens would cut them into.
 */
const BASE =
  /node_modules[\\/](@emotion|@mui[\\/](system|utils|styled-engine|private-theming)|stylis|clsx|react-is|react-transition-group|scheduler|react|react-dom|react-router|react-router-dom|ra-core|@tanstack[\\/](query-core|react-query)|lodash|inflection|query-string)[\\/]/;

/** What it needs is fetched along with it: most people begin there. */
const FIRST_SCREEN = /TicketList-/;

/** The console. `index.html` is served by the API, which fills the CSP nonce in for each answer. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // What react-admin brings along and this console never uses: 5 KiB before the first list.
    alias: [
      { find: /^lodash\/isEqual\.js$/, replacement: lean('isEqual.ts') },
      { find: /^jsonexport\/dist\/index\.js$/, replacement: lean('noBrowserExport.ts') },
    ],
  },
  server: { host: '127.0.0.1' },
  build: {
    outDir: path.resolve(import.meta.dirname, 'dist'),
    target: 'es2022',
    assetsInlineLimit: 0,
    // The lists of what each of the many screens imports would weigh 5 KiB on the way to the first of them. A screen
    // that is opened later asks for its parts once its own file is read.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies) => (FIRST_SCREEN.test(file) ? dependencies : []),
    },
    manifest: true,
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: 'base', test: BASE }] } } },
  },
  worker: { format: 'es' },
});
