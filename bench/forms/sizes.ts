import type { JsonSchema } from '#contract/rules/definitions/definition.ts';

export const SIZES = [30, 100, 200] as const;
export const KINDS = ['plain', 'ours', 'stock'] as const;
export type FormKind = (typeof KINDS)[number];

export const fieldNames = (count: number) => Array.from({ length: count }, (_, index) => `campo${index}`);

/** Text fields with limits and a few conditions, like those of a registration. */
export const benchSchema = (count: number): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fieldNames(count).map((name, index) => [
      name,
      { type: 'string', title: `Campo ${index}`, minLength: 1, maxLength: 100 },
    ]),
  ),
  required: fieldNames(count).filter((_, index) => index % 3 === 0),
  allOf: [1, 2, 3].map((index) => ({
    if: { properties: { [`campo${index}`]: { const: 'sim' } }, required: [`campo${index}`] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema
    then: { properties: { [`extra${index}`]: { type: 'string', title: `Extra ${index}` } } },
  })),
});
