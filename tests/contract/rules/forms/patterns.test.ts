import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { patternEngine, patternProblem } from '../../../../contract/rules/forms/patterns.ts';
import { HOSTILE_FIELDS } from '../../../support/hostileDefinitions.ts';

/** Pieces out of which people make patterns, those among them that the two engines spell differently. */
const atom = fc.constantFrom(
  ...['a', 'b', 'é', '1', '-', '\\.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '.', '[a-c]', '[^a-c]'],
  ...['[\\s\\d]', '[^\\s]', '[\\S]', '[[a]', '[\\w-]', '\\p{L}', '\\P{Lu}', '\\u00e9', '\\u{1F600}', '\\x41'],
  ...['\\t', '\\/', '(?:ab|a)', '\\b', '\\B', '[\\b]', '\\cJ'],
);
const times = fc.constantFrom('', '', '', '?', '*', '+', '+?', '{2}', '{1,3}', '{0,2}?', '{1,}');
const pattern = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.array(
      fc.tuple(atom, times).map(([one, many]) => (/^\\b$|^\\B$/.test(one) ? one : one + many)),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom('', '$'),
  )
  .map(([begin, parts, end]) => begin + parts.join('') + end);
const text = fc.string({
  unit: fc.constantFrom(
    ...[
      'a',
      'b',
      'c',
      'A',
      'é',
      '1',
      '-',
      '.',
      ' ',
      '\u00a0',
      '\u2028',
      '\n',
      '\r',
      '\t',
      '\b',
      '_',
      '[',
      '/',
    ],
    ...['😀', 'ſ', '\ufeff', '\u200b'],
  ),
  maxLength: 8,
});

/**
 * Tries every character in turn, as ECMAScript asks: V8's own search also tries the middle of a surrogate pair, where
 * `/\B/u` then matches.
 */
function foundByJavaScript(given: string, value: string): boolean {
  const there = new RegExp(given, 'uy');
  const starts = [...value].reduce((ends, each) => [...ends, (ends.at(-1) ?? 0) + each.length], [0]);
  return starts.some((start) => {
    there.lastIndex = start;
    return there.test(value);
  });
}

it('a pattern means what JavaScript means by it', () => {
  fc.assert(
    fc.property(pattern, text, (given, value) => {
      expect(patternProblem(given)).toBeNull();
      if (patternEngine(given).test(value) !== foundByJavaScript(given, value))
        throw new Error(`${JSON.stringify(given)} of ${JSON.stringify(value)}`);
    }),
    { numRuns: 3_000 },
  );
});

describe('a hostile pattern', () => {
  const patterns = Object.entries(HOSTILE_FIELDS).flatMap(([name, { field, taken, value }]) =>
    typeof field.pattern === 'string' ? [[name, { pattern: field.pattern, taken, value }] as const] : [],
  );

  it.each(patterns)('%s is refused, or harmless', (_, { pattern: given, taken, value }) => {
    if (!taken) expect(patternProblem(given)).toMatch(/\.$/);
    else {
      expect(patternProblem(given)).toBeNull();
      // A backtracking engine does not come back from here before the test's own end.
      expect(patternEngine(given).test(String(value))).toBe(false);
    }
  });

  it('is asked of no text that no field holds', () => {
    expect(patternEngine('a').test('a'.repeat(20_000))).toBe(true);
    expect(patternEngine('a').test('a'.repeat(20_001))).toBe(false);
  });
});

describe('the source', () => {
  const files = ['contract', 'server', 'src'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(root, name)),
  );
  const withText = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

  it('makes expressions out of texts in these places only, each out of a text of its own', () => {
    expect(withText(/\bRegExp\(/)).toEqual(
      [
        // Only whether it can be read; never run.
        'contract/rules/forms/patterns.ts',
        // A type of persons, and a figure.
        'contract/rules/access.ts',
        'contract/rules/barcodes.ts',
        'contract/rules/fields/fieldValues.ts',
        'server/adapters/freight/readQuotes.ts',
        'server/sac/tickets/steps/returnInvoice.ts',
        // Of names of headers of its own.
        'server/sac/inbox/rules.ts',
        // Of a list of words of its own, over the console's own sentences.
        'contract/rules/ownWords.ts',
        // Of our own meta-schemas.
        'src/custom/schemaStudio/code/metaSchemaAt.ts',
      ].sort(),
    );
  });

  it('has one engine of patterns, one compiler of forms, and neither in what the browser loads', () => {
    expect(withText(/from 're2js'/)).toEqual(['contract/rules/forms/patterns.ts']);
    // Calls of our own contract, meta-schemas of our own files, and forms.
    expect(withText(/new Ajv\w*\(/)).toEqual([
      'server/config/definitions/metaSchema.ts',
      'server/config/forms/formAjv.ts',
      // Of the standard itself.
      'server/config/forms/formProblems.ts',
      'server/plugins/compilers.ts',
    ]);
    // Nor does anything that the browser loads lead there.
    const leading = withText(/\/(patterns|schemaDangers|formShape)\.ts'/);
    expect(leading.filter((file) => !file.startsWith('server'))).toEqual([
      'contract/rules/forms/formShape.ts',
      'contract/rules/forms/schemaDangers.ts',
    ]);
  });

  it('runs what is compiled of a form in the judge thread alone', () => {
    expect(withText(/formAjv\(/)).toEqual([
      'server/config/forms/formAjv.ts',
      // Compiles, and looks whether that can be done.
      'server/config/forms/formProblems.ts',
      'server/config/forms/storedValidators.ts',
      // Of the standard record types: the console's own, no author's.
      'server/records/judge.ts',
    ]);
    expect(withText(/new Worker\(/)).toEqual(['server/config/forms/judgeThread.ts']);
  });
});
