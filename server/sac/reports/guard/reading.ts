import type { PathStep, ResolvedPath } from '#contract/map/paths.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { quoted } from '#server/expression/quoted.ts';
import type { SourcedEntities, SourcedEntity } from '#server/map/sourcedEntity.ts';
import { onlyWhere, type Side, type Sides } from './comparing.ts';

type Column = DeclarativeQuery['colunas'][number];

interface Join {
  alias: string;
  /** The name of the entity before it. */
  parent: string;
  step: PathStep;
  fields: Set<string>;
}

interface Gathered {
  alias: string;
  step: PathStep;
  inner: Reading;
  columns: string[];
  conditions: string[];
  /** Conditions on its rows that say which side of a comparison they belong to. */
  sides: Record<Side, string[]>;
}

/**
 * What a query reads: the view of its entity, and the views of those that its paths lead to. A path to one row is a LEFT JOIN by
 * the whole key of the target, which neither adds rows nor takes any away. A path to many rows is aggregated by the key before it
 * is joined, so that no sum of the query counts a row twice. Scope and masks are those of each target's own view.
 */
export class Reading {
  readonly #entities: SourcedEntities;
  readonly #entity: string;
  readonly #alias: string;
  readonly #fields = new Set<string>();
  readonly #joins = new Map<string, Join>();
  readonly #gathered = new Map<string, Gathered>();

  constructor(entities: SourcedEntities, entity: string, alias = 'dados') {
    this.#entities = entities;
    this.#entity = entity;
    this.#alias = alias;
  }

  /** A field of the query's own entity. */
  own(field: string): string {
    this.#fields.add(field);
    return `${this.#alias}.${field}`;
  }

  /** The column that a path to one value is read from. */
  column({ steps, field }: Pick<ResolvedPath, 'steps' | 'field'>): string {
    let [parent, fields, key] = [this.#alias, this.#fields, ''];
    for (const step of steps) {
      key += `${step.chave}.`;
      const join = this.#joins.get(key) ?? this.#joined(key, parent, fields, step);
      [parent, fields] = [join.alias, join.fields];
    }
    fields.add(field);
    return `${parent}.${field}`;
  }

  #joined(key: string, parent: string, fields: Set<string>, step: PathStep): Join {
    const join = { alias: `r${this.#joins.size + 1}`, parent, step, fields: new Set<string>() };
    for (const [here, there] of step.por) {
      fields.add(here);
      join.fields.add(there);
    }
    this.#joins.set(key, join);
    return join;
  }

  /** A condition on the rows that a step to many leads to. `write` gets what reads the columns of paths over that step. */
  condition(step: PathStep, write: (columnOf: (path: ResolvedPath) => string) => string): void {
    const { inner, conditions } = this.#gatheredBy(step);
    conditions.push(write((path) => inner.column({ ...path, steps: path.steps.slice(1) })));
  }

  /** The period of such rows where a comparison reads two. It is named before anything is calculated of them. */
  compared(step: PathStep, write: (columnOf: (path: ResolvedPath) => string) => Sides): void {
    const { inner, conditions, sides } = this.#gatheredBy(step);
    const { either, agora, antes } = write((path) => inner.column({ ...path, steps: path.steps.slice(1) }));
    conditions.push(either);
    sides.agora.push(agora);
    sides.antes.push(antes);
  }

  /**
   * What is made of the values that a path to many leads to: aggregated for each row of the entity first, and then over the group.
   * `shown` writes the value as the column shows it, given where it is read. `side` is that of a comparison, and `rows` the
   * conditions on the rows of the entity that belong to it.
   */
  aggregated(
    path: ResolvedPath,
    agregacao: Column['agregacao'],
    shown: (inner: Reading, path: ResolvedPath) => string,
    { side, rows = [] }: { side?: Side; rows?: readonly string[] } = {},
  ): string {
    const [step] = path.steps;
    if (!step) throw new Error('a path to many has a step');
    const { alias, inner, columns, sides } = this.#gatheredBy(step);
    const value = shown(inner, { ...path, steps: path.steps.slice(1) });
    const those = onlyWhere(side ? sides[side] : []);
    const addedColumn = (sql: string) => `${alias}.a${columns.push(`${sql}${those}`)}`;
    const over = (name: string, sql: string) => `${name}(${addedColumn(sql)})${onlyWhere(rows)}`;
    switch (agregacao) {
      case 'SOMA':
        return `coalesce(${over('sum', `sum(${value})`)}, 0)`;
      case 'MEDIA':
        return `round(${over('sum', `sum(${value})`)} / nullif(${over('sum', `count(${value})`)}, 0), 4)`;
      case 'MINIMO':
        return over('min', `min(${value})`);
      case 'MAXIMO':
        return over('max', `max(${value})`);
      default:
        return `coalesce(${over('sum', `count(${value})`)}, 0)::bigint`;
    }
  }

  #gatheredBy(step: PathStep): Gathered {
    const gathered = this.#gathered.get(step.chave);
    if (gathered) return gathered;
    const inner = new Reading(this.#entities, step.alvo, 'linhas');
    const alias = `m${this.#gathered.size + 1}`;
    const gatheredStep = { alias, step, inner, columns: [], conditions: [], sides: { agora: [], antes: [] } };
    for (const [here] of step.por) this.#fields.add(here);
    this.#gathered.set(step.chave, gatheredStep);
    return gatheredStep;
  }

  /** What stands after FROM; asked for when everything that is read has been named. */
  sql(): string {
    const joins = [...this.#joins.values()].map(({ alias, parent, step, fields }) => {
      const on = step.por.map(([here, there]) => `${alias}.${there} = ${parent}.${here}`);
      return `left join ${sourceOf(this.#entities, step.alvo, fields)} as ${alias} on ${on.join(' and ')}`;
    });
    const gathered = [...this.#gathered.values()].map((each) => this.#gatheredSql(each));
    return [
      `${sourceOf(this.#entities, this.#entity, this.#fields)} as ${this.#alias}`,
      ...joins,
      ...gathered,
    ].join('\n');
  }

  #gatheredSql({ alias, step, inner, columns, conditions }: Gathered): string {
    const keys = step.por.map(([, there], index) => `${inner.own(there)} as k${index + 1}`);
    const values = columns.map((sql, index) => `${sql} as a${index + 1}`);
    const on = step.por.map(([here], index) => `${alias}.k${index + 1} = ${this.#alias}.${here}`);
    return [
      'left join (',
      `  select ${[...keys, ...values].join(', ')}`,
      `  from ${inner.sql()}`,
      conditions.length > 0 ? `  where ${conditions.join('\n    and ')}` : '',
      `  group by ${keys.map((_, index) => index + 1).join(', ')}`,
      `) as ${alias} on ${on.join(' and ')}`,
    ]
      .filter(Boolean)
      .join('\n');
  }
}

/**
 * The view to select from. For a type of the company's own, the requested fields from the view shared by all of them; and where
 * fields are requested that administrators added, these with the requested ones of the view.
 */
function sourceOf(entities: SourcedEntities, name: string, fields: ReadonlySet<string>): string {
  const { own, added = {} } = entities[name] as SourcedEntity;
  const read = (sql: Readonly<Record<string, string>>) =>
    [...fields].map((field) => `${sql[field] ?? `r.${field}`} as ${field}`);
  if (own)
    return `(select ${['r.registro_id as chave_do_registro', ...read(own.sql)].join(', ')}
  from relatorio.registros_proprios as r where r.cadastro = ${quoted(own.type)})`;
  return [...fields].some((field) => Object.hasOwn(added, field))
    ? `(select ${read(added).join(', ')} from relatorio.${name} as r)`
    : `relatorio.${name}`;
}
