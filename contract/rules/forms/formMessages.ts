import type { JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { fieldSchemas, schemaAt } from './fieldSchemas.ts';
import { formFormats } from './formats.ts';
import { keywordText } from './keywordTexts.ts';

/** A finding of ajv, of the browser's module and of the server's alike. */
export interface FormFinding {
  keyword: string;
  /** Pointer of the judged value. */
  instancePath: string;
  schemaPath: string;
  params: object;
}

/** Most fields that an answer names: whoever sends more wrong ones than this is not filling in a form. */
const MOST = 200;

/**
 * Findings as Portuguese texts by the pointer of their field: one each, the one that helps most. Never a pattern, a
 * keyword, a path or an English word (FORMS.md 11).
 */
export const errorTexts = (schema: JsonSchema, findings: readonly FormFinding[]): Record<string, string> =>
  Object.fromEntries([...lazyErrorTexts(schema, findings)].map(([pointer, text]) => [pointer, text()]));

/** The same, each text made when it is asked for: a form shows few of what it finds at every key. */
export function lazyErrorTexts(
  schema: JsonSchema,
  findings: readonly FormFinding[],
): ReadonlyMap<string, () => string> {
  const best = new Map<string, FormFinding>();
  for (const finding of findings) {
    if (NOISE.has(finding.keyword)) continue;
    const pointer = fieldOf(finding);
    const known = best.get(pointer);
    if (!known && best.size >= MOST) continue;
    if (!known || rankOf(finding) < rankOf(known)) best.set(pointer, finding);
  }
  return new Map(
    [...best].map(([pointer, one]) => [pointer, () => findingText(schema, pointer, one)] as const),
  );
}

/** A missing or surplus field is named itself, not the object around it. */
function fieldOf({ instancePath, params }: FormFinding): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, unknown>;
  const key = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return key === undefined ? instancePath : `${instancePath}/${escapePointer(String(key))}`;
}

/** The text of one finding: the field's own (`x-mensagens`), the format's, the keyword's. */
function findingText(schema: JsonSchema, pointer: string, finding: FormFinding): string {
  const parent = schemaAt(schema, finding.schemaPath.replace(/\/[^/]*$/, ''));
  const fields = fieldSchemas(schema, pointer);
  const own = [parent, ...fields].map((one) => ownText(one, finding)).find((text) => text !== undefined);
  return own ?? formatText(finding) ?? keywordText(finding, fields, parent);
}

/** `if` only says that a branch applied. */
const NOISE = new Set(['if']);

/** What is said first of several: that it is missing, of the wrong kind, blank, of the wrong form; then the rest. */
const ORDER = [
  'required',
  'dependentRequired',
  'type',
  'minLength',
  'minItems',
  'const',
  'enum',
  'format',
  'pattern',
];
function rankOf({ keyword }: FormFinding): number {
  const place = ORDER.indexOf(keyword);
  return place < 0 ? ORDER.length : place;
}

/** Only texts that stand at the field: `required` of an object speaks of its members, and theirs come first. */
function ownText(schema: JsonSchema | undefined, { keyword, params }: FormFinding): string | undefined {
  const texts = schema?.['x-mensagens'];
  if (typeof texts !== 'object' || texts === null) return undefined;
  const { format } = params as { format?: unknown };
  const byName = texts as Record<string, unknown>;
  const text = (typeof format === 'string' ? byName[format] : undefined) ?? byName[keyword];
  return typeof text === 'string' ? text : undefined;
}

function formatText({ keyword, params }: FormFinding): string | undefined {
  if (keyword !== 'format') return undefined;
  const { format } = params as { format?: unknown };
  return Object.hasOwn(formFormats, String(format))
    ? formFormats[String(format) as keyof typeof formFormats].message
    : undefined;
}
