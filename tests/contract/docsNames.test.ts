import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const filesIn = (folder: string) =>
  (readdirSync(path.join(ROOT, folder), { recursive: true }) as string[]).map((file) => `${folder}/${file}`);

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesIn('docs')].filter((file) =>
  file.endsWith('.md'),
);
/** They describe the code as it is now, while decisions, measurements and changes keep the names of their time. */
const CURRENT = [
  'README.md',
  'CONTRIBUTING.md',
  ...['architecture', 'guide', 'integration', 'production'].map((name) => `docs/${name}.md`),
];

const SOURCES = [
  ...['contract', 'server', 'src', 'tests', 'scripts', 'schemas', 'bench', 'deploy'].flatMap(filesIn),
  ...['package.json', '.env.example', 'Dockerfile'],
].filter((file) => file !== path.relative(ROOT, import.meta.filename) && /\.[a-z]|Dockerfile/i.test(file));
const TEXT = /\.(?:[cm]?[tj]sx?|json|sql|tsv|ya?ml|html|service|example)$|(?:Dockerfile|Caddyfile)$/;
/** A comment may go on naming what is gone. */
const codeOf = (file: string) =>
  /\.[cm]?[tj]sx?$/.test(file) ? read(file).replace(/^ *(?:\/\/|\/?\*).*$/gm, '') : read(file);
const wordsOf = (text: string) => text.match(/[\p{L}_][\p{L}\d_]*/gu) ?? [];

/** Made up for a description, or of another program. */
const ELSEWHERE = new Set([
  ...['what_changed', 'naEtapaDesde', 'EM_TRANSPORTE', 'CHANGELOG', 'T02'],
  ...['Forwarded', 'For', 'Proto', 'hwk', 'spf1', 't123', 'realm_access', 'recipient_delimiter'],
  ...['TMPDIR', 'ignore_startup_parameters', 'max_standby_streaming_delay', 'tcp_keepalives_'],
  ...['nodejs_', 'process_', 'parentbased_'],
  // Of telephone systems.
  ...['extensions_custom', 'CURL', 'func_curl', 'Lookup'],
]);
/** Made by the company: its own record types, and the secrets of its containers. */
const MADE_LATER = new Set(['schemas/records', 'deploy/.env']);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .replace(/[`*]|\]\([^)]*\)|\[/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, '')
    .replaceAll(' ', '-');

describe('documentation', () => {
  it('has every decision of the domain that a source cites', () => {
    const text = read('docs/domain.md');
    const sections = new Map(
      text.split(/^## /m).flatMap((part) => {
        const [, number] = /^(\d+)\. /.exec(part) ?? [];
        return number
          ? [[number, new Set([...part.matchAll(/^(\d+)\. /gm)].slice(1).map(([, item]) => item))]]
          : [];
      }),
    );
    const cited = [...SOURCES, ...DOCUMENTS]
      .filter((file) => TEXT.test(file) || file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/docs\/domain\.md[\s*/]+(\d+)(?:\.(\d+))?/g)].map(
          ([, section = '', item]) => ({
            file,
            section,
            item,
          }),
        ),
      );
    expect(cited.length).toBeGreaterThan(150);
    expect(
      cited.filter(
        ({ section, item }) => !sections.get(section) || (item && !sections.get(section)?.has(item)),
      ),
    ).toEqual([]);
    // What is cited can be read here.
    const elsewhere = SOURCES.filter((file) => !file.startsWith('server/db/migrations/')).filter((file) =>
      /\b(?:DOMAIN|QUALITY|FORMS|RECORDS|REPORTS|DESIGN|ARCHITECTURE)\.md\b/.test(
        TEXT.test(file) ? read(file) : '',
      ),
    );
    expect(elsewhere).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const broken = DOCUMENTS.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, target = '', anchor]) => {
          const linked = target ? path.join(path.dirname(file), target) : file;
          if (!existsSync(path.join(ROOT, linked))) return true;
          const headings = anchor ? [...read(linked).matchAll(/^#+ (.*)$/gm)] : [];
          return anchor && !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
        })
        .map(([link]) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('mentions only paths that exist', () => {
    const PATH = /(?<![\w./-])(?:bench|contract|deploy|docs|schemas|scripts|server|src|tests)\/[\w./-]*\w/g;
    const missing = CURRENT.flatMap((file) =>
      (read(file).match(PATH) ?? [])
        .filter((each) => !MADE_LATER.has(each) && !existsSync(path.join(ROOT, each)))
        .map((each) => `${file}: ${each}`),
    );
    expect(missing).toEqual([]);
  });

  it('is not contradicted by comments that name files which are gone', () => {
    const MENTIONED = /(?<![\w./*-])(?:[\w-]+\/)*[\w-]+\.(?:tsx?|mjs|cjs)\b/g;
    const files = SOURCES.map((file) => `/${file}`);
    const commentsOf = (file: string) => read(file).match(/^ *(?:\/\/|\/?\*).*$/gm) ?? [];
    const mentioned = SOURCES.filter((file) => /\.[cm]?[tj]sx?$/.test(file)).flatMap((file) =>
      commentsOf(file).flatMap((line) => (line.match(MENTIONED) ?? []).map((name) => ({ file, name }))),
    );
    expect(mentioned.length).toBeGreaterThan(50);
    const missing = mentioned.filter(({ name }) => !files.some((file) => file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });

  it('mentions only names that occur in the code, not just in comments', () => {
    const known = new Set<string>();
    for (const file of SOURCES)
      if (TEXT.test(file)) for (const word of wordsOf(codeOf(file))) known.add(word);
    const files = new Set(SOURCES.map((file) => path.basename(file)));
    const unknown = CURRENT.flatMap((file) =>
      [
        ...read(file)
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/`([^`]+)`/g),
      ]
        .flatMap(([, code = '']) => (files.has(path.basename(code)) ? [] : wordsOf(code)))
        .filter((word) => !known.has(word) && !ELSEWHERE.has(word))
        .map((word) => `${file}: ${word}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has a glossary whose English terms all occur in the code', () => {
    const code = SOURCES.filter((file) => /^(?:contract|server|src)\/.*\.tsx?$/.test(file))
      .flatMap((file) => [file, read(file)])
      .join('\n')
      .toLowerCase();
    const names = [...read('docs/glossary.md').matchAll(/^\| (?!Portuguese|---)[^|]+\| ([^|(]+)/gm)].flatMap(
      ([, english = '']) => english.match(/[A-Za-z]+/g) ?? [],
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !code.includes(name.toLowerCase()))).toEqual([]);
  });
});
