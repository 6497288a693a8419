import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  circlesOf,
  documentedChart,
  type Import,
  importsOf,
  layerChart,
  layerOf,
  REGISTRIES,
} from '../../scripts/rooms.ts';
import { sourceFiles } from '../support/sourceFiles.ts';

const imports = importsOf();
const importsUpwards = ({ from, to }: Import) => layerOf(to) > layerOf(from);
const reported = ({ from, to }: Import) => `${from} imports ${to}`;

/** Modules with public files (`PUBLIC_FILES`). Only the code that assembles everything may import their other files. */
const MODULE = /^server\/(?:sac|callcenter|config)\/\w+(?=\/)/;
const PUBLIC_FILES = /\/(?:queries|rules|commands)\.ts$/;
const COMPOSITION = /^server\/(?:(?:start\/)?\w+\.ts$|db\/seed\/)/;

/**
 * Prefixes of functions that write. `open` and `return` are missing because they also begin names such as those of open items
 * and of returns.
 */
const WRITES =
  /^(?:add|cancel|change|close|copy|create|delete|end|finish|generate|give|import|keep|log|move|publish|register|release|remove|reserve|restore|save|schedule|send|set|start|take|transfer|update|with|write)[A-Z]/;

const exportedNames = (text: string): string[] => [
  ...[...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map(
      (name) =>
        name
          .replace(/\btype\b.*/, '')
          .split(' as ')
          .at(-1)
          ?.trim() ?? '',
    ),
  ),
  ...[...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = '']) => name),
];

/** Each takes half a megabyte or more to load, and few starts ever need one. */
const LATE_PACKAGES = ['@simplewebauthn/server', 'imapflow', 'mailparser', 'nodemailer'];

describe('server start-up', () => {
  it('imports no large package that is needed later or never', () => {
    const early = sourceFiles('server').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '([^']+)'/gm)]
        .filter(([, name = '']) => LATE_PACKAGES.includes(name))
        .map(([, name]) => `${file} imports ${name}`),
    );
    expect(early).toEqual([]);
  });
});

describe('source layers', () => {
  it('import nothing from a higher layer', () => {
    expect(
      imports.filter((each) => importsUpwards(each) && !(each.from in REGISTRIES)).map(reported),
    ).toEqual([]);
  });

  it('except only registries that still import from a higher layer', () => {
    const climbing = new Set(imports.filter(importsUpwards).map(({ from }) => from));
    expect(Object.keys(REGISTRIES).filter((file) => !climbing.has(file))).toEqual([]);
  });

  it('import only queries, rules and commands from another module', () => {
    const behind = imports.filter(({ from, to }) => {
      const module = to.match(MODULE)?.[0];
      return (
        module &&
        module !== from.match(MODULE)?.[0] &&
        !PUBLIC_FILES.test(to) &&
        !COMPOSITION.test(from) &&
        !(from in REGISTRIES)
      );
    });
    expect(behind.map(reported)).toEqual([]);
  });

  it('export no writing function from queries.ts', () => {
    const faces = ['server/sac', 'server/callcenter', 'server/config']
      .flatMap(sourceFiles)
      .filter((file) => file.endsWith('/queries.ts'));
    expect(faces.length).toBeGreaterThan(20);
    const writing = faces.flatMap((file) =>
      exportedNames(readFileSync(file, 'utf8'))
        .filter((name) => WRITES.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(writing).toEqual([]);
  });

  // Types that several files share stand below them, in a file of their own.
  it('form no large circle, even by types', () => {
    expect(circlesOf(imports).filter(({ length }) => length > 5)).toEqual([]);
    const ring = ['a', 'b', 'c', 'd'].map((from, at, all) => ({ from, to: all[(at + 1) % 4] ?? '' }));
    expect(circlesOf([...ring, { from: 'd', to: 'e' }])).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('match the chart in docs/architecture.md (npm run rooms)', () => {
    expect(documentedChart()).toBe(layerChart(imports));
  });
});
