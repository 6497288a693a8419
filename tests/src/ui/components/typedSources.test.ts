import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/**
 * Dates, times, numbers and masked texts are handled in one place: typed text is kept, shown in red if invalid, and blocks
 * its form. These tests fail when somebody parses such a text elsewhere.
 */
const ROOT = join(import.meta.dirname, '../../../../src');
const sources = (readdirSync(ROOT, { recursive: true }) as string[])
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(ROOT, name), 'utf8') }));

const INPUTS = /^ui\/components\/inputs\//;
/** Fields elsewhere that use the same parsing and the same gate. */
const ON_THE_GATE = [
  'custom/quoteEditor/lines/QuantitySelector.tsx',
  'custom/quoteEditor/lines/PriceField.tsx',
  'resources/tickets/steps/parts/StepFields.tsx',
];

const offenders = (pattern: RegExp, where: (name: string) => boolean = (name) => !INPUTS.test(name)) =>
  sources.filter(({ name, text }) => where(name) && pattern.test(text)).map(({ name }) => name);

describe('fields for dates, times and numbers', () => {
  it('are never native inputs, which change what is typed', () => {
    expect(offenders(/type=["'{]+(number|date|time|datetime-local|month|tel)\b/, () => true)).toEqual([]);
  });

  it('never remove a character from a typed value', () => {
    const rewriting =
      /(?:target|currentTarget)\.value(?:\s*\)?\s*)\.(?:replace|replaceAll|slice|substring|match)\(/;
    expect(offenders(rewriting, () => true)).toEqual([]);
  });

  it('are in one folder, or use the typed-value check', () => {
    const own = offenders(/inputMode(?:=|:)\s*[{"']?[^,}]*(?:numeric|decimal)/, (name) => {
      return !INPUTS.test(name) && !name.startsWith('ui/schemaForm/widgets/');
    });
    expect(own.toSorted()).toEqual(ON_THE_GATE.toSorted());
    for (const name of own) {
      const text = sources.find((each) => each.name === name)?.text ?? '';
      expect([name, text.includes('useTypedProblem(')]).toEqual([name, true]);
    }
  });

  it('may be cleared: where an empty one changes nothing, it is told to keep its text', () => {
    const fields = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/<(?:Number|Integer|Money|Date)Field\b(?:(?!\/>)[\s\S])*/g)].map(([field]) => ({
        name,
        field,
      })),
    );
    const ignoring = fields.filter(({ field }) => /onChange=\{\((\w+)\) => \1 (?:!== null )?&&/.test(field));
    expect(ignoring.length).toBeGreaterThanOrEqual(5);
    expect(ignoring.filter(({ field }) => !field.includes('live="filled"'))).toEqual([]);
  });

  it('all report what they cannot accept', () => {
    const fields = sources.filter(({ name }) => INPUTS.test(name) && /Field\.tsx$|Stepper\.tsx$/.test(name));
    expect(fields.length).toBeGreaterThanOrEqual(4);
    for (const { name, text } of fields)
      expect([
        name,
        /useTypedProblem\(|<MaskedField|<NumberField|<QuantityStepper|<SearchedChoice/.test(text),
      ]).toEqual([name, true]);
  });

  it('are parsed in one place: no screen parses a typed number itself', () => {
    const parsing = offenders(/parseBrazilianDecimal\(/);
    expect(parsing.toSorted()).toEqual(['custom/quoteEditor/lines/PriceField.tsx']);
  });
});
