import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordFields } from '#contract/records/fields/recordField.ts';
import { standardTypes } from '#contract/records/index.ts';
import { periodProblem, rangeProblem } from '#contract/rules/range.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

describe('range', () => {
  it('is refused exactly when it ends before it begins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3000, max: 3000 }),
        fc.integer({ min: -3000, max: 3000 }),
        (one, other) => {
          const isBackwards = other < one;
          expect(rangeProblem(String(one), String(other), { tipo: 'DECIMAL' }) !== null).toBe(isBackwards);
          const [from, to] = [addDays('2026-01-01', one), addDays('2026-01-01', other)];
          expect(periodProblem(from, to) !== null).toBe(isBackwards);
          const [first, last] = [one, other].map((each) => String(each + 5_000_000).padStart(8, '0'));
          expect(rangeProblem(first, last, { tipo: 'CEP' }) !== null).toBe(isBackwards);
        },
      ),
    );
  });

  it('may lack an end, and compares numbers by their value', () => {
    expect(rangeProblem('5', undefined, { tipo: 'DECIMAL' })).toBeNull();
    expect(rangeProblem('5', '0', { tipo: 'DECIMAL', zeroIsOpen: true })).toBeNull();
    expect(rangeProblem('5', '0', { tipo: 'DECIMAL' })).not.toBeNull();
    expect(rangeProblem('9', '10', { tipo: 'DECIMAL' })).toBeNull();
    expect(rangeProblem(9, 10, { tipo: 'INTEIRO' })).toBeNull();
  });

  /** A field that begins a range by its name, and the names that its end would have. */
  const ENDS: readonly (readonly [RegExp, string])[] = [
    [/^inicio$/, 'fim'],
    [/^(.+)Inicial$/, '$1Final'],
    [/^(.+)Minim([ao])$/, '$1Maxim$2'],
    [/^(.+)De$/, '$1Ate'],
    [/^de$/, 'ate'],
    [/^minim([ao])$/, 'maxim$1'],
  ];

  const undeclared = (fields: RecordFields, path: string): string[] =>
    Object.entries(fields).flatMap(([key, field]) => {
      const inner = undeclared(field.campos ?? {}, `${path}${key}/`);
      const end = ENDS.flatMap(([begin, name]) => (begin.test(key) ? [key.replace(begin, name)] : [])).find(
        (name) => name in fields,
      );
      return end !== undefined && field.ate !== end ? [...inner, `${path}${key} … ${end}`] : inner;
    });

  it('is declared by every pair of fields of a standard type', () => {
    const types = Object.values(standardTypes);
    expect(types.length).toBeGreaterThan(30);
    expect(types.flatMap(({ chave, campos }) => undeclared(campos, `${chave}: `))).toEqual([]);
    const declared = types.flatMap(({ campos }) =>
      Object.values(campos as RecordFields).filter(({ ate }) => ate),
    );
    expect(declared.length).toBeGreaterThanOrEqual(4);
  });

  it('is judged by one rule: no other file has a sentence for a backward period', () => {
    const own = ['contract', 'server', 'src']
      .flatMap(sourceFiles)
      .filter((file) =>
        /anterior à inicial|termina antes de começar|fim vem antes do início|antes do início'|começa depois de terminar/.test(
          readFileSync(file, 'utf8'),
        ),
      );
    expect(own).toEqual(['contract/rules/range.ts']);
  });
});
