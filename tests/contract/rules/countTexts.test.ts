import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { formatCount } from '#contract/rules/format.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A number and its unit with a hand-written plural: `${n} ${n === 1 ? 'dia' : 'dias'}`, n === 1 ? '1 dia' : `${n} dias`. */
const BY_HAND = [
  /\{([\w.]+)\} \$?\{(\w+\[)?\1 === 1 \?/,
  /=== 1 \? '1 /,
  // A plural for every number: {countText(n)} leituras, {n - 6} mudanças.
  /\{(countText|formatNumber)\([^{}]*\)\} (?!destas|linhas: há)[a-zà-ú]+s\b/,
  /(?<!\$)\{[\w.]+ - \d+\} [a-zà-ú]+s\b/,
  /\{(count\w*)\(([\w.]+)[^}]*\} \$?\{(\w+\[)?\2 === 1 \?/,
];

const sources = ['contract', 'server', 'src'].flatMap((root) =>
  readdirSync(path.join(ROOT, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(root, name)),
);

describe('percentages', () => {
  it('have no space before the sign, like formatPercent', () => {
    const spaced = sources.flatMap((name) =>
      readFileSync(path.join(ROOT, name), 'utf8')
        .split('\n')
        .filter((line) => /\} %(?![{>])/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(spaced).toEqual([]);
  });
});

describe('names of customers', () => {
  it('are composed in one place: the trade name, or else the legal name', () => {
    const composed = /\{?[\w.]*\bid(Cli)?\} - \$?\{[^}]*\b(razSoc|fant)\b/;
    const places = sources.filter(
      (name) => name.startsWith('src') && composed.test(readFileSync(path.join(ROOT, name), 'utf8')),
    );
    expect(places).toEqual([
      // Document 001 asks for the company name there.
      'src/resources/agendas/shared/AgendaDialog.tsx',
      'src/resources/customers/shared/CustomerLabel.tsx',
    ]);
  });
});

describe('counts with their unit', () => {
  it('agree in number, group their digits and stop at the cap', () => {
    expect([0, 1, 2, 1284].map((count) => formatCount(count, 'ticket', 'tickets'))).toEqual([
      '0 tickets',
      '1 ticket',
      '2 tickets',
      '1.284 tickets',
    ]);
    expect(formatCount(10_001, 'ticket', 'tickets', 10_000)).toBe('10.000+ tickets');
    expect(formatCount(10_000, 'ticket', 'tickets', 10_000)).toBe('10.000 tickets');
    expect(formatCount(1110, 'ticket', 'tickets', 10_000, true)).toBe('1.110+ tickets');
  });

  it('are formatted by one function everywhere', () => {
    const byHand = sources.flatMap((name) =>
      readFileSync(path.join(ROOT, name), 'utf8')
        .split('\n')
        .filter((line) => BY_HAND.some((pattern) => pattern.test(line)))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(byHand).toEqual([]);
  });
});
