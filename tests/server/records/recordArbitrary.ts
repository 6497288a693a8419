import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { placesOf } from '../../../contract/records/fieldSchema.ts';
import type { RecordData, RecordField, RecordFields } from '../../../contract/records/recordField.ts';
import { cnpjCheckDigits } from '../../../contract/rules/documents.ts';
import type { Db } from '../../../server/db/client.ts';
import type { MappedType } from '../../../server/records/mapping.ts';
import { targetOf } from '../../../server/records/registry.ts';
import { testCpf } from '../../support/people.ts';

/** Values that a field takes where its schema says less than the type's rules. */
const BY_RULE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'planos-pagamento.dias': fc
    .uniqueArray(fc.integer({ min: 0, max: 360 }), { minLength: 1, maxLength: 6 })
    .map((days) => days.sort((a, b) => a - b).join('/')),
};

/** Sound records of a type, whatever it is: spelled as people and sheets spell, with some fields absent. */
export async function recordArbitrary(db: Db, { type }: MappedType): Promise<fc.Arbitrary<RecordData>> {
  const fields = await arbitraries(db, type.chave, type.campos);
  const required = Object.keys(type.campos).filter(
    (key) => type.campos[key]?.obrigatorio || type.codigo.includes(key),
  );
  return fc.record(fields, { requiredKeys: required as never[] }) as fc.Arbitrary<RecordData>;
}

async function arbitraries(db: Db, type: string, fields: RecordFields) {
  const made: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, field] of Object.entries(fields)) {
    const own = BY_RULE[`${type}.${key}`];
    const found = own ?? (await arbitraryOf(db, `${type}.${key}`, field));
    if (found) made[key] = found;
  }
  return made;
}

async function arbitraryOf(db: Db, path: string, field: RecordField): Promise<fc.Arbitrary<unknown> | null> {
  if (field.tipo === 'REFERENCIA') return referenceArbitrary(db, field);
  if (field.tipo === 'GRUPO')
    return fc.record(await arbitraries(db, path, field.campos ?? {}), { requiredKeys: [] });
  if (field.tipo === 'LISTA') {
    const item = fc.record(await arbitraries(db, path, field.campos ?? {}));
    const key = (data: Record<string, unknown>) =>
      JSON.stringify((field.codigo ?? []).map((one) => data[one]));
    return fc.uniqueArray(item, { maxLength: 4, selector: key });
  }
  return plain(field);
}

/** Of the records that stand; none where there are none. */
async function referenceArbitrary(db: Db, field: RecordField): Promise<fc.Arbitrary<unknown> | null> {
  const { table, key } = targetOf(field.referencia);
  const { rows } = await db.execute<{ key: string }>(sql`select ${key} as key from ${table} limit 20`);
  return rows.length > 0 ? fc.constantFrom(...rows.map((row) => row.key)) : null;
}

const LETTERS = [...'abcdefgháéíõçABCDEFG0123456789&/%\'"'];
const words = (max: number) =>
  fc
    .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: Math.min(max, 12) })
    .map((letters) => letters.join(''));
const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((number) => String(number).padStart(length, '0'));
const cnpj = digits(8).map((root) => `${root}0001${cnpjCheckDigits(`${root}0001`)}`);
const cpf = fc.integer({ min: 1, max: 99_999_999 }).map(testCpf);

function plain(field: RecordField): fc.Arbitrary<unknown> {
  const { tipo, tamanho = 30, opcoes = [], minimo = 0, maximo = 9_999 } = field;
  switch (tipo) {
    case 'TEXT':
      return fc.tuple(words(tamanho), fc.boolean()).map(([text, spaced]) => (spaced ? ` ${text}  ` : text));
    case 'INTEIRO':
      return fc.integer({ min: minimo, max: maximo });
    case 'DECIMAL':
    case 'DINHEIRO':
    case 'PERCENTUAL':
      return fc
        .tuple(
          fc.integer({ min: minimo, max: Math.min(maximo, 9_999) - 1 }),
          digits(Math.min(placesOf(field), 6)),
        )
        .map(([whole, fraction]) => `${whole}${fraction ? `.${fraction}` : ''}`);
    case 'SELECT':
      return fc.constantFrom(...opcoes.map(({ valor }) => valor));
    case 'CHECKBOX':
      return fc.boolean();
    case 'EMAIL':
      return digits(5).map((text) => `Pessoa${text}@exemplo.com.br`);
    case 'TELEFONE':
      return fc.constantFrom('(11) 98765-4321', '1133224455', '(92) 3232-1010');
    case 'CNPJ':
      return cnpj;
    case 'CPF':
      return cpf;
    case 'DOCUMENTO':
      return fc.oneof(cnpj, cpf);
    case 'CEP':
      return fc.constantFrom('01310-100', '69400000');
    case 'DATE':
      return fc.constantFrom('2024-02-29', '2026-11-22', '1999-12-31');
    default:
      return words(30);
  }
}
