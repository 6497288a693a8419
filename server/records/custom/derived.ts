import { type SQL, sql } from 'drizzle-orm';
import {
  branchField,
  type CustomTypeDefinition,
  customerField,
  inUse,
} from '../../../contract/records/customType.ts';

/** Between the parts of a natural key: no text of a field holds it. */
const BETWEEN = '\u001f';
/** An index holds so much of a name. */
const NAME = 200;

/** The natural key of several parts as one text. */
export const keyOfParts = (parts: readonly unknown[]): string => parts.map(String).join(BETWEEN);

interface Derived {
  key: string;
  name: string;
  search: string;
  archived: boolean;
  customer_id: number | null;
  branch_id: number | null;
}

/** Columns beside the fields, from the fields as they are stored. The same as `derivedColumns` says in SQL. */
export function derivedOf(
  definition: CustomTypeDefinition,
  data: Readonly<Record<string, unknown>>,
): Derived {
  const { codigo, nome, situacao, campos } = definition;
  const number = (key: string | undefined) => (key && typeof data[key] === 'number' ? data[key] : null);
  return {
    key: keyOfParts(codigo.map((key) => data[key])),
    // By whole characters, as the database counts them: half of an emoji is no text.
    name: [...String(data[nome] ?? '')].slice(0, NAME).join(''),
    search: searchedFields(definition)
      .flatMap((key) => (data[key] === undefined ? [] : [String(data[key])]))
      .join(' '),
    archived: situacao !== undefined && data[situacao] === false,
    customer_id: number(customerField(campos)),
    branch_id: number(branchField(campos)),
  };
}

/** Of the fields that a search looks into those that are text: a customer is found by its own words. */
const searchedFields = (definition: CustomTypeDefinition): string[] => {
  const { busca, nome, codigo, campos } = definition;
  const wanted = busca ?? [nome, ...codigo];
  return [...new Set(wanted)].filter((key) =>
    inUse(campos).some(({ chave, tipo }) => chave === key && tipo !== 'REFERENCIA'),
  );
};

/** A key of a field as SQL text. Judged once more: it becomes a part of expressions that indexes are made of. */
export function fieldText(key: string): SQL {
  if (!/^[a-z][a-zA-Z0-9]{1,39}$/.test(key)) throw new Error(`not a key of a field: ${key}`);
  return sql`(data ->> ${sql.raw(`'${key}'`)})`;
}

/** The same columns of rows that stand, for a type whose definition changed. */
export function derivedColumns(definition: CustomTypeDefinition): Record<keyof Derived, SQL> {
  const { codigo, nome, situacao, campos } = definition;
  const joined = (keys: readonly string[], between: string) =>
    keys.length === 0 ? sql`''` : sql`concat_ws(${between}::text, ${sql.join(keys.map(fieldText), sql`, `)})`;
  const number = (key: string | undefined) => (key ? sql`${fieldText(key)}::integer` : sql`null::integer`);
  return {
    key: joined(codigo, BETWEEN),
    name: sql`left(coalesce(${fieldText(nome)}, ''), ${NAME}::integer)`,
    search: joined(searchedFields(definition), ' '),
    archived: situacao === undefined ? sql`false` : sql`coalesce(${fieldText(situacao)} = 'false', false)`,
    customer_id: number(customerField(campos)),
    branch_id: number(branchField(campos)),
  };
}

/** Whether records of both have the same columns beside their fields. */
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
