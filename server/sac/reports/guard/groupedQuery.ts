import type { MapEntities } from '#contract/map/entity.ts';
import { resolvePath } from '#contract/map/paths.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { OTHERS_SQL, shareSql, variationSql } from './comparing.ts';

type Column = DeclarativeQuery['colunas'][number];

/** The figures of a column in each group: what it is now, and for a variation also what it was before. */
export interface GroupColumn {
  column: Column;
  sql: string;
  before?: string;
}

const c = (index: number) => `c${index + 1}`;
const isKey = ({ agregacao }: Column) => agregacao === undefined;

/**
 * What is made of the groups of a query, in steps that each read the one before: the groups themselves, their places among the
 * first, the others added up, and at last the columns. Every row is read once, by the first step.
 */
export class GroupedQuery {
  readonly #query: DeclarativeQuery;
  readonly #entities: MapEntities;
  readonly #columns: readonly GroupColumn[];

  constructor(query: DeclarativeQuery, entities: MapEntities, columns: readonly GroupColumn[]) {
    this.#query = query;
    this.#entities = entities;
    this.#columns = columns;
  }

  /** `from` is what stands after the columns of the groups: what is read, where and grouped by what. */
  sql(from: string): string {
    const { primeiros } = this.#query;
    const groups = this.#columns.flatMap(({ sql, before }, index) => [
      `${sql} as ${c(index)}`,
      ...(before === undefined ? [] : [`${before} as ${c(index)}_antes`]),
    ]);
    const steps = [
      `grupos as (\nselect ${groups.join(',\n  ')}\n${from}\n)`,
      `postos as (\nselect grupos.*${this.#places()}\nfrom grupos\n)`,
      ...(primeiros ? [`linhas as (\n${this.#first(primeiros)}\n)`] : []),
    ];
    const shown = this.#columns.map(({ column }, index) => `${this.#shown(index)} as ${column.como}`);
    const order = this.#order();
    return [
      `with ${steps.join(',\n')}`,
      `select ${shown.join(',\n  ')}`,
      `from ${primeiros ? 'linhas' : 'postos'}`,
      order.length > 0 ? `order by ${order.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join('\n');
  }

  /** Totals of what shows its share, and the place of each group among the first. */
  #places(): string {
    const { primeiros } = this.#query;
    const totals = this.#columns.flatMap(({ column }, index) =>
      column.mostra === 'PARTE' ? [`sum(${c(index)}) over () as ${c(index)}_total`] : [],
    );
    if (!primeiros) return totals.map((sql) => `, ${sql}`).join('');
    const decisive = this.#indexOf(primeiros.coluna);
    const within = primeiros.por === undefined ? '' : `partition by ${c(this.#indexOf(primeiros.por))} `;
    const order = [`${this.#figure(decisive)} desc nulls last`, ...this.#keys().map((key) => c(key))];
    return [...totals, `row_number() over (${within}order by ${order.join(', ')}) as posto`]
      .map((sql) => `, ${sql}`)
      .join('');
  }

  #first({ quantos, por, outros }: NonNullable<DeclarativeQuery['primeiros']>): string {
    if (!outros) return `select * from postos where posto <= ${quantos}`;
    const each = por === undefined ? -1 : this.#indexOf(por);
    const named = this.#keys().find((key) => key !== each && this.#typeOf(key) === 'TEXTO');
    const first = (index: number) => `case when posto <= ${quantos} then ${c(index)} end`;
    const columns = this.#columns.flatMap(({ column, before }, index) => {
      const name = c(index);
      if (index === each) return [name];
      if (index === named)
        return [`case when min(posto) <= ${quantos} then ${first(index)} else ${OTHERS_SQL} end as ${name}`];
      if (isKey(column)) return [`${first(index)} as ${name}`];
      return [
        `${this.#typed(index, `sum(${name})`)} as ${name}`,
        ...(before === undefined ? [] : [`${this.#typed(index, `sum(${name}_antes)`)} as ${name}_antes`]),
        ...(column.mostra === 'PARTE' ? [`max(${name}_total) as ${name}_total`] : []),
      ];
    });
    const together = this.#keys().map((key) => (key === each ? c(key) : first(key)));
    return [
      `select ${[...columns, 'min(posto) as posto'].join(', ')}`,
      'from postos',
      `group by ${[...together, `least(posto, ${quantos + 1})`].join(', ')}`,
    ].join('\n');
  }

  #keys(): number[] {
    return this.#columns.flatMap(({ column }, index) => (isKey(column) ? [index] : []));
  }

  #indexOf(como: string): number {
    return this.#columns.findIndex(({ column }) => column.como === como);
  }

  #typeOf(index: number): string | undefined {
    const campo = this.#columns[index]?.column.campo;
    return campo === undefined
      ? 'INTEIRO'
      : resolvePath(this.#entities, this.#query.conjunto, campo)?.campo.tipo;
  }

  /** Counts and sums of whole numbers stay such when they are added once more. */
  #typed(index: number, sql: string): string {
    const { column } = this.#columns[index] as GroupColumn;
    const isInteger = column.agregacao === 'CONTAGEM' || this.#typeOf(index) === 'INTEIRO';
    return isInteger ? `(${sql})::bigint` : sql;
  }

  /** The figure of a group, where no window is needed for it. */
  #figure(index: number): string {
    const { column, before } = this.#columns[index] as GroupColumn;
    const name = c(index);
    return column.mostra === 'VARIACAO' && before !== undefined ? variationSql(name, `${name}_antes`) : name;
  }

  #shown(index: number): string {
    const { column } = this.#columns[index] as GroupColumn;
    const name = c(index);
    if (column.mostra === 'PARTE') return shareSql(name, `${name}_total`);
    if (column.mostra !== 'ACUMULADO') return this.#figure(index);
    const order = this.#order();
    const within = order.length > 0 ? `order by ${order.join(', ')} ` : '';
    return this.#typed(
      index,
      `sum(${name}) over (${within}rows between unbounded preceding and current row)`,
    );
  }

  /** The first groups of each value stand together, what was added up last; what is equal so far by all that names a group. */
  #order(): string[] {
    const { ordem = [], primeiros } = this.#query;
    const by = ({ coluna, direcao }: NonNullable<DeclarativeQuery['ordem']>[number]) =>
      `${this.#figure(this.#indexOf(coluna))} ${direcao === 'DESC' ? 'desc' : 'asc'} nulls last`;
    const keys = this.#keys().map((key) => `${c(key)} asc nulls last`);
    if (!primeiros) return [...ordem.map(by), ...keys];
    const { por, outros, quantos } = primeiros;
    const each = ordem.find(({ coluna }) => coluna === por) ?? { coluna: por ?? '', direcao: 'ASC' as const };
    return [
      ...(por === undefined ? [] : [by(each)]),
      ...(outros ? [`(posto > ${quantos}) asc`] : []),
      ...ordem.filter(({ coluna }) => coluna !== por).map(by),
      'posto asc',
    ];
  }
}
