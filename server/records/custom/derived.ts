import { type SQL, sql } from 'drizzle-orm';
import {
  branchField,
  type CustomTypeDefinition,
  customerField,
  inUse,
} from '#contract/records/customType.ts';

/** Separates the parts of a natural key; no field's text contains it. */
const SEPARATOR = '\u001f';
/** The longest part of a name that goes into an index, in characters. */
const NAME = 200;

/** A natural key of several parts as one text. */
export const keyOfParts = (parts: readonly unknown[]): string => parts.map(String).join(SEPARATOR);

interface Derived {
  key: string;
  name: string;
  search: string;
  archived: boolean;
  customer_id: number | null;
  branch_id: number | null;
}

/**
 * Computes the columns kept beside the fields from the stored fields. Must match `derivedColumns`, which does the same in
 * SQL.
 */
export function derivedOf(
  definition: CustomTypeDefinition,
  data: Readonly<Record<string, unknown>>,
): Derived {
  const { codigo, nome, situacao, campos } = definition;
  const number = (key: string | undefined) => (key && typeof data[key] === 'number' ? data[key] : null);
  return {
    key: keyOfParts(codigo.map((key) => data[key])),
    // Counted in whole characters, as the database does: half of an emoji is not valid text.
    name: [...String(data[nome] ?? '')].slice(0, NAME).join(''),
    search: searchedFields(definition)
      .flatMap((key) => (data[key] === undefined ? [] : [String(data[key])]))
      .join(' '),
    archived: situacao !== undefined && data[situacao] === false,
    customer_id: number(customerField(campos)),
    branch_id: number(branchField(campos)),
  };
}

/** The searched fields that hold text; a customer is found through its own search terms. */
const searchedFields = (definition: CustomTypeDefinition): string[] => {
  const { busca, nome, codigo, campos } = definition;
  const wanted = busca ?? [nome, ...codigo];
  return [...new Set(wanted)].filter((key) =>
    inUse(campos).some(({ chave, tipo }) => chave === key && tipo !== 'REFERENCIA'),
  );
};

/**
 * The SQL that reads a field as text. The key is validated again because it becomes part of expressions that indexes are
 * built from.
 */
export function fieldText(key: string): SQL {
  if (!/^[a-z][a-zA-Z0-9]{1,39}$/.test(key)) throw new Error(`not a key of a field: ${key}`);
  return sql`(data ->> ${sql.raw(`'${key}'`)})`;
}

/** The same columns for existing rows, used when a type's definition has changed. */
export function derivedColumns(definition: CustomTypeDefinition): Record<keyof Derived, SQL> {
  const { codigo, nome, situacao, campos } = definition;
  const joined = (keys: readonly string[], between: string) =>
    keys.length === 0 ? sql`''` : sql`concat_ws(${between}::text, ${sql.join(keys.map(fieldText), sql`, `)})`;
  const number = (key: string | undefined) => (key ? sql`${fieldText(key)}::integer` : sql`null::integer`);
  return {
    key: joined(codigo, SEPARATOR),
    name: sql`left(coalesce(${fieldText(nome)}, ''), ${NAME}::integer)`,
    search: joined(searchedFields(definition), ' '),
    archived: situacao === undefined ? sql`false` : sql`coalesce(${fieldText(situacao)} = 'false', false)`,
    customer_id: number(customerField(campos)),
    branch_id: number(branchField(campos)),
  };
}

/** Whether both definitions derive the same columns beside the fields. */
export const isDerivedAlike = (a: CustomTypeDefinition, b: CustomTypeDefinition): boolean => {
  const parts = (one: CustomTypeDefinition) =>
    JSON.stringify([
      one.codigo,
      one.nome,
      one.situacao ?? null,
      searchedFields(one),
      customerField(one.campos) ?? null,
      branchField(one.campos) ?? null,
    ]);
  return parts(a) === parts(b);
};
