import fc from 'fast-check';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { schemaAt } from '#contract/rules/forms/fieldSchemas.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';

type Values = fc.Arbitrary<unknown>;

/** Values that people and programs send by mistake or on purpose. */
const WRONG: Values = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    null,
    0,
    -1,
    1.5,
    true,
    false,
    [],
    {},
    '1,5',
    'ç'.repeat(300),
    '__proto__',
    '1e999',
  ),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
);

const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-28', '2026-02-29', '2024-02-29', '0000-01-01', '9999-12-31', '26-1-1', '2026-13-01'],
  time: ['00:00', '23:59', '24:00', '9:00'],
  email: ['ana@exemplo.com.br', 'Ana@Exemplo.com', 'ana@', 'a@b.c', 'ana@exemplo.com '],
  cpf: ['52998224725', '529.982.247-25', '11111111111', '52998224724'],
  cnpj: ['11222333000181', '12ABC34501DE35', '12abc34501de35', '11.222.333/0001-81', '00000000000000'],
  cpfCnpj: ['52998224725', '12ABC34501DE35', '1', '52998224724'],
  cep: ['13010100', '13010-100', '1301010'],
  phone: ['11988887777', '1133334444', '5511988887777', '0133334444', '(11) 3333-4444'],
  cnae: ['6201501', '620150', '62A1501', '6201-5/01'],
  decimal: ['0', '0.01', '-3.5', '1234.560', '1,5', '1e3', '9'.repeat(61), '99999999999999999.999'],
  uuid: ['00000000-0000-4000-8000-000000000000', '0000'],
  uri: ['https://exemplo.com.br', 'javascript:alert(1)', 'https://'],
};

const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** Values that a schema accepts, nearly accepts, and rejects; the interesting ones are at its edges. */
export function valueNear(root: JsonSchema, schema: JsonSchema = root, depth = 0): Values {
  const near = nearOf(root, schema, depth);
  return depth === 0 ? fc.oneof({ weight: 40, arbitrary: near }, { weight: 1, arbitrary: WRONG }) : near;
}

function nearOf(root: JsonSchema, given: JsonSchema, depth: number): Values {
  const parts = together(root, given);
  const first = (key: string) => parts.find((part) => part[key] !== undefined)?.[key];
  const choices = [
    ...(Array.isArray(first('enum')) ? (first('enum') as unknown[]) : []),
    first('const'),
  ].filter((one) => one !== undefined);
  if (choices.length > 0) return fc.constantFrom(...choices, String(choices[0]), 'outra');
  if (parts.some(({ properties }) => isRecord(properties))) return objectNear(root, parts, depth);
  switch ([first('type')].flat()[0]) {
    case 'string':
      return textNear(
        String(first('format') ?? ''),
        number(first('minLength'), 0),
        number(first('maxLength'), 30),
      );
    case 'integer':
    case 'number':
      return numberNear(number(first('minimum'), -5), number(first('maximum'), 5000));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return listNear(root, first('items'), number(first('maxItems'), 4), depth);
    default:
      return WRONG;
  }
}

function objectNear(root: JsonSchema, parts: readonly JsonSchema[], depth: number): Values {
  const byKey = new Map<string, JsonSchema[]>();
  for (const { properties } of parts)
    for (const [key, one] of Object.entries(isRecord(properties) ? properties : {}))
      if (isRecord(one)) byKey.set(key, [...(byKey.get(key) ?? []), one]);
  const members = Object.fromEntries(
    [...byKey].map(([key, schemas]) => {
      const near =
        depth > 5 ? [] : schemas.map((one) => ({ weight: 12, arbitrary: valueNear(root, one, depth + 1) }));
      return [key, fc.oneof(...near, { weight: 1, arbitrary: WRONG })];
    }),
  );
  const known = fc.record(members, { requiredKeys: [] });
  // Most fields are filled in; with half of them missing, no condition would ever be reached.
  const full = fc.record(members);
  const surplus = fc.record({ sobra: fc.string() });
  return fc.oneof(
    { weight: 4, arbitrary: full },
    { weight: 3, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(full, surplus).map(([one, more]) => ({ ...one, ...more })) },
  );
}

const textNear = (format: string, least: number, most: number): Values => {
  const plain: Values[] = [
    fc.string({ minLength: Math.max(0, least - 1), maxLength: Math.min(most + 1, 400) }),
    fc.constantFrom(
      '1',
      '42',
      '12345678',
      'ISENTO',
      'SP',
      ' ',
      'x'.repeat(Math.min(most, 5000)),
      '😀'.repeat(Math.min(most, 5000)),
    ),
  ];
  const known = BY_FORMAT[format];
  return known
    ? fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...known) },
        ...plain.map((arbitrary) => ({ weight: 1, arbitrary })),
      )
    : fc.oneof(...plain);
};

const numberNear = (least: number, most: number): Values =>
  fc.oneof(fc.constantFrom(least, most, least - 1, most + 1, 0, 0.1), fc.integer(), fc.double());

function listNear(root: JsonSchema, items: unknown, most: number, depth: number): Values {
  const item = isRecord(items) ? valueNear(root, items, depth + 1) : WRONG;
  const one = fc.array(item, { maxLength: Math.min(most + 1, 5) });
  return fc.oneof(
    { weight: 5, arbitrary: one },
    { weight: 1, arbitrary: one.map((list) => [...list, ...list.slice(0, 1)]) },
  );
}

/** A schema and all subschemas that may apply together with it. */
function together(root: JsonSchema, schema: JsonSchema, seen = new Set<JsonSchema>()): JsonSchema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const target = typeof schema.$ref === 'string' ? schemaAt(root, schema.$ref) : undefined;
  const more = [
    target,
    schema.then,
    schema.else,
    ...(Array.isArray(schema.allOf) ? schema.allOf : []),
  ].filter(isRecord);
  return [schema, ...more.flatMap((one) => together(root, one, seen))];
}
