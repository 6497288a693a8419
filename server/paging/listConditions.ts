import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ListField } from '#contract/config/listFields.ts';
import { type Expression, isExpression, pathsOf } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import type { FieldOption } from '#contract/map/entity.ts';
import type { OptionSource } from '#contract/rules/forms/formDefinition.ts';
import type { ColumnType } from '#contract/rules/reports/report.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import { invalid } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';

/** A field of a list that conditions may ask about. */
export interface AskedField {
  campo: string;
  titulo: string;
  tipo: ColumnType;
  /** In the SQL type of the field; worded to match an index where there is one. */
  value: SQLWrapper;
  /** An administrator's own. */
  adicional?: true;
  /** Its values, read when somebody chooses among them. */
  opcoes?: readonly FieldOption[] | (() => Promise<readonly FieldOption[]>);
  fonte?: string | undefined;
}

type More = Pick<AskedField, 'opcoes'>;
const asked =
  (tipo: ColumnType) =>
  (campo: string, titulo: string, value: SQLWrapper, more: More = {}): AskedField => ({
    campo,
    titulo,
    tipo,
    value,
    ...more,
  });

export const askedText = asked('TEXTO');
export const askedNumber = asked('INTEIRO');
export const askedMoney = asked('DINHEIRO');
export const askedDay = asked('DATA');
export const askedMoment = asked('DATAHORA');
export const askedFlag = asked('LOGICO');

/** A reference to what a source of options offers. */
export const askedReference = (
  campo: string,
  titulo: string,
  value: SQLWrapper,
  fonte: OptionSource,
): AskedField => ({ ...askedNumber(campo, titulo, value), fonte });

/** Named rows as options. */
export const namedOptions = (rows: readonly { id: number; nome: string }[]): FieldOption[] =>
  rows.map(({ id, nome }) => ({ valor: String(id), rotulo: nome }));

interface Place {
  /** The zone whose days count: a name, or what says it for each row. */
  zone: TimeZone | SQL;
  now: Date;
}

/**
 * A condition over the fields of a list as SQL, in brackets of its own: whatever groups it has, it narrows down what stands beside
 * it. What a person has written goes to the database as values. Refuses (422) a field that the list does not have, or not for
 * this person.
 */
export function askedCondition(
  text: string | undefined,
  fields: readonly AskedField[],
  { zone, now }: Place,
): SQL | undefined {
  if (!text) return undefined;
  const byName = new Map(fields.map((field) => [field.campo, field]));
  const { typed, problems } = typing(
    readTree(text),
    (path) => byName.get(path) && typeOf(byName.get(path)),
    'LOGICO',
  );
  if (!typed) throw wrong(problems[0]?.message ?? NOT_READ);
  const parts: SQLWrapper[] = [];
  const placed = (part: SQLWrapper) => `${MARK}${parts.push(part) - 1}${MARK}`;
  const written = compileExpression(typed, {
    sqlOf: (path) => placed(byName.get(path)?.value ?? sql`null`),
    zone: placed(typeof zone === 'string' ? sql`${zone}::text` : zone),
    now: placed(sql`${now.toISOString()}::timestamptz`),
    written: (value) => placed(sql`${value}`),
  });
  const pieces = written
    .split(MARK)
    .map((piece, at) => (at % 2 === 1 ? sql`${parts[Number(piece)]}` : sql.raw(piece)));
  return sql`(${sql.join(pieces)})`;
}

/** Whether a condition of a list names a field. */
export const asksFor = (text: string | undefined, campo: string): boolean =>
  Boolean(text) && pathsOf(readTree(text ?? '')).includes(campo);

/** Stands around the places of values and columns; no text of the compiler has it. */
const MARK = '\u0000';

const NOT_READ = 'Estes filtros avançados não foram reconhecidos. Monte-os de novo.';
const wrong = (message: string) => invalid({ condicao: message });

function readTree(text: string): Expression {
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch {
    throw wrong(NOT_READ);
  }
  if (!isExpression(tree)) throw wrong(NOT_READ);
  return tree;
}

const typeOf = (field: AskedField | undefined) => field && { tipo: field.tipo, titulo: field.titulo };

/** As the browser is told. */
export const listFieldsOf = (fields: readonly AskedField[]): Promise<ListField[]> =>
  Promise.all(
    fields.map(async ({ campo, titulo, tipo, adicional = false, opcoes, fonte }) => ({
      campo,
      titulo,
      tipo,
      adicional,
      ...(opcoes && {
        opcoes: (typeof opcoes === 'function' ? await opcoes() : opcoes).map(({ valor, rotulo }) => ({
          valor,
          rotulo,
        })),
      }),
      ...(fonte && { fonte }),
    })),
  );
