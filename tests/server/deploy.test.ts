import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
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

describe('production dependencies', () => {
  const server = importedBy('server', 'contract');

  it('include every package of the server, and none that only the browser uses', () => {
    expect([...server].filter((name) => !(name in dependencies))).toEqual([]);
    const browsers = [...importedBy('src')].filter((name) => !server.has(name));
    expect(browsers.length).toBeGreaterThan(30);
    expect(browsers.filter((name) => name in dependencies)).toEqual([]);
    expect(browsers.filter((name) => !(name in devDependencies))).toEqual([]);
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
