import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'));

const lean = (name: string) => path.join(import.meta.dirname, 'src/lean', name);

/**
 * Every screen needs these. In one file they weigh 6 KiB less on the way to the first list than in the many small ones
 * that sharing between screens would cut them into; TypeBox alone would be eleven.
 */
const BASE =
  /node_modules[\\/](@emotion|@sinclair[\\/]typebox|@mui[\\/](system|utils|styled-engine|private-theming)|stylis|clsx|react-is|react-transition-group|scheduler|react|react-dom|react-router|react-router-dom|ra-core|@tanstack[\\/](query-core|react-query)|lodash|inflection|query-string)[\\/]/;

/**
 * The way of everybody, from the sign-in to the first list, in two files more: what the parts of each import is gathered
 * from the modules themselves. In the hundred small files that sharing would cut them into they weigh a tenth more, and
 * on a poor line each file costs a journey.
 */
const WAY = {
  shell: ['src/main.tsx', 'src/custom/session/LoginPage.tsx', 'src/shell/laterEntries.ts'],
  lists: ['src/custom/dashboardPage/HomePage.tsx', 'src/resources/tickets/TicketList.tsx'],
};

/** Which file of the way a module stands in, the first that needs it; null for what other screens load. */
function fileOfWay(getModuleInfo: Rolldown.GetModuleInfo): (id: string) => string | null {
  const files = new Map<string, string>();
  const gather = (id: string, file: string) => {
    // The face of a package names all of its parts: the bundler knows which of them are needed.
    if (files.has(id) || (id.includes('node_modules') && !ICON.test(id))) return;
    files.set(id, file);
    for (const imported of getModuleInfo(id)?.importedIds ?? []) gather(imported, file);
  };
  for (const [file, starts] of Object.entries(WAY))
    for (const start of starts) gather(path.join(import.meta.dirname, start), file);
  return (id) => files.get(id) ?? null;
}

const ICON = /@mui[\\/]icons-material[\\/]esm[\\/](?!index|utils)/;

let ofWay: ((id: string) => string | null) | undefined;

/** Parts of @mui/material that the way draws with; they import each other by their own files. */
const DRAWN =
  /node_modules[\\/]@mui[\\/]material[\\/]esm[\\/](Alert|Box|Button|ButtonBase|Checkbox|CircularProgress|CssBaseline|Divider|Fade|FormControl|FormHelperText|IconButton|InputAdornment|InputBase|InputLabel|Link|List|ListItemButton|ListItemIcon|ListItemText|locale|Menu|MenuItem|Modal|OutlinedInput|Paper|Popover|Portal|Select|Skeleton|Stack|SvgIcon|Tab|Tabs|TextField|Typography|styles|useMediaQuery|utils|internal|transitions)[\\/]/;

/** What it needs is fetched along with it: most people begin there. */
const FIRST_SCREEN = /(TicketList|lists)-/;

/** The console. `index.html` is served by the API, which fills the CSP nonce in for each answer. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // What packages bring along and this console never uses: 31 KiB before the first list.
    alias: [
      { find: /^lodash\/isEqual\.js$/, replacement: lean('isEqual.ts') },
      { find: /^jsonexport\/dist\/index\.js$/, replacement: lean('noBrowserExport.ts') },
      { find: /^\.\/adapters\/reactRouterProvider\.js$/, replacement: lean('reactRouterProvider.ts') },
      { find: 'query-string', replacement: lean('queryString.ts') },
      { find: /^\.\/TouchRipple\.js$/, replacement: lean('noRipple.ts') },
      { find: 'inflection', replacement: lean('inflection.ts') },
      { find: 'hoist-non-react-statics', replacement: lean('noStatics.ts') },
    ],
  },
  server: { host: '127.0.0.1' },
  build: {
    outDir: path.resolve(import.meta.dirname, 'dist'),
    // The build before is kept beside it (scripts/build.mjs).
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The lists of what each of the many screens imports would weigh 5 KiB on the way to the first of them. A screen
    // that is opened later asks for its parts once its own file is read.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies) => (FIRST_SCREEN.test(file) ? dependencies : []),
    },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Only what the page itself reaches: what a later screen alone uses of these packages is loaded with it.
            { name: 'base', test: BASE, tags: ['$initial'] },
            { name: 'drawn', test: DRAWN },
            {
              debugName: 'way',
              // All that the way imports of ours stands in it, so no file of it asks for a later one. By itself the
              // bundler would take along whatever the face of @mui/material names.
              includeDependenciesRecursively: false,
              name: (id, context) => {
                ofWay ??= fileOfWay((each) => context.getModuleInfo(each));
                return ofWay(id);
              },
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
});
