import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { patternEngine, patternProblem } from '#contract/rules/forms/patterns.ts';
import { HOSTILE_FIELDS } from '#tests/support/hostileDefinitions.ts';

/** Building blocks of realistic patterns, including those that the two engines write differently. */
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
 * Starts a match at every character, as ECMAScript requires. V8's own search also starts in the middle of a surrogate pair,
 * where `/\B/u` then matches.
 */
function foundByJavaScript(given: string, value: string): boolean {
  const there = new RegExp(given, 'uy');
  const characters = [...value];
  return Array.from(
    { length: characters.length + 1 },
    (_, before) => characters.slice(0, before).join('').length,
  ).some((start) => {
    there.lastIndex = start;
    return there.test(value);
  });
}

it("a form's pattern matches exactly what JavaScript matches", () => {
  fc.assert(
    fc.property(pattern, text, (given, value) => {
      expect(patternProblem(given)).toBeNull();
      if (patternEngine(given).test(value) !== foundByJavaScript(given, value))
        throw new Error(`${JSON.stringify(given)} of ${JSON.stringify(value)}`);
    }),
    { numRuns: 3_000 },
  );
});

describe('hostile pattern', () => {
  const patterns = Object.entries(HOSTILE_FIELDS).flatMap(([name, { field, taken, value }]) =>
    typeof field.pattern === 'string' ? [[name, { pattern: field.pattern, taken, value }] as const] : [],
  );

  it.each(patterns)('%s is rejected or harmless', (_, { pattern: given, taken, value }) => {
    if (!taken) expect(patternProblem(given)).toMatch(/\.$/);
    else {
      expect(patternProblem(given)).toBeNull();
      // A backtracking engine would not return before the test times out.
      expect(patternEngine(given).test(String(value))).toBe(false);
    }
  });

  it('is not run on texts longer than any field can hold', () => {
    expect(patternEngine('a').test('a'.repeat(20_000))).toBe(true);
    expect(patternEngine('a').test('a'.repeat(20_001))).toBe(false);
  });
});

describe('source code', () => {
  const files = ['contract', 'server', 'src'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(root, name)),
  );
  const withText = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

  it('builds regular expressions from texts only in the listed files', () => {
    expect(withText(/\bRegExp\(/)).toEqual(
      [
        // Only parsed, never run.
        'contract/rules/forms/patterns.ts',
        // Patterns built from person types and from a number.
        'contract/rules/access.ts',
        'server/callcenter/documents/pdf/drawing.ts',
        'contract/rules/fields/fieldValues.ts',
        'server/adapters/freight/readQuotes.ts',
        'server/sac/tickets/steps/returnInvoice.ts',
        // Patterns for its own header names.
        'server/sac/inbox/rules.ts',
        // The tokens of JSON, put together from constants.
        'contract/rules/definitions/jsonLines.ts',
        // A pattern for its own word list, run on the console's own sentences.
        'contract/rules/consumerWording.ts',
        // The names of measures, from constants.
        'contract/rules/orders/pastedLines.ts',
        // Patterns from our own meta-schemas.
        'src/custom/schemaStudio/code/metaSchemaAt.ts',
      ].sort(),
    );
  });

  it("has one pattern engine and one form compiler, neither in the browser's bundle", () => {
    expect(withText(/from 're2js'/)).toEqual(['contract/rules/forms/patterns.ts']);
    // Only for our own contract, meta-schemas of our own files, and forms.
    expect(withText(/new Ajv\w*\(/)).toEqual([
      'server/config/definitions/metaSchema.ts',
      'server/config/forms/formAjv.ts',
      // For the standard itself.
      'server/config/forms/rules.ts',
      'server/plugins/compilers.ts',
    ]);
    // Nothing that the browser loads imports them either.
    const leading = withText(/\/(patterns|unsafeSchemaProblems|formShape)\.ts'/);
    expect(leading.filter((file) => !file.startsWith('server'))).toEqual([
      'contract/rules/forms/formShape.ts',
      'contract/rules/forms/unsafeSchemaProblems.ts',
    ]);
  });

  it('runs compiled forms only in the validator thread', () => {
    expect(withText(/formAjv\(/)).toEqual([
      'server/config/forms/formAjv.ts',
      // Compiles a schema to check whether that is possible.
      'server/config/forms/rules.ts',
      'server/config/forms/storedValidators.ts',
      // For the standard record types, which are the console's own and have no other author.
      'server/records/write/validate.ts',
    ]);
    expect(withText(/new Worker\(/)).toEqual(['server/config/forms/validateThread.ts']);
  });
});
