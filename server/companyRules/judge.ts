import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { typing } from '#contract/expression/typing.ts';
import { OWN_ENTITY } from '#contract/map/entity.ts';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { countOf } from '#contract/rules/companyRules/ruleCounts.ts';
import { eventFactOf, ruleTypeOf } from '#contract/rules/companyRules/ruleExpression.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import type { Db, Executor, Tx } from '../db/client.ts';
import { VIEWS } from '../db/guard/allowed.ts';
import { asCompany } from '../db/guard/asCompany.ts';
import { checkSql } from '../db/guard/checkSql.ts';
import { preparedTexts } from '../db/prepared.ts';
import { compileExpression } from '../expression/compile.ts';
import { quoted } from '../expression/quoted.ts';
import { columnOf, ROW_TWICE, rowsOf, sqlOfPaths } from '../map/rowPaths.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { Recent } from '../recent.ts';
import { customerCodes, followedExpression } from '../session/storedCodes.ts';
import { countSql } from './countSql.ts';

/** How many records one statement judges. */
export const BATCH_SIZE = 100;

type Judged = Pick<CompanyRule, 'entidade' | 'se'>;

/** The condition of a rule as SQL over a row `r` of its entity; a field that is gone since makes it empty, which holds nowhere. */
export function ruleConditionSql({ entidade, se }: Judged, entities: SourcedEntities): string {
  if (!se) return 'true';
  const { typed } = typing(se, ruleTypeOf(entities, entidade), 'LOGICO');
  if (!typed) return 'null::boolean';
  const field = sqlOfPaths(entities, entidade);
  const zone = zoneOf(entidade, entities);
  return compileExpression(typed, {
    sqlOf: (path) => {
      const fact = eventFactOf(path);
      if (fact) return `v.${fact}`;
      const count = countOf(entities, entidade, path);
      return count ? countSql(count, { from: entidade, entities, zone }) : field(path);
    },
    zone,
    now: 'v.agora',
  });
}

/** That of the record's branch, where it has one. */
export const zoneOf = (entity: string, entities: SourcedEntities): string =>
  entities[entity]?.campos.filial_id
    ? `coalesce((select b.fuso from relatorio.filiais as b where b.filial_id = r0.filial_id), ${quoted(DEFAULT_TIME_ZONE)})`
    : quoted(DEFAULT_TIME_ZONE);

/** The key of an entity's rows, on a row of this name. */
export function keyOf(entity: string, entities: SourcedEntities, row: string): string {
  const [key] = entities[entity]?.chave ?? [];
  if (!key) throw new Error(`the rows of ${entity} have no key`);
  return columnOf(entities[entity], key, row);
}

/** A text whose values go to the database apart from it; each is `null` of its type where the guard looks. */
export interface Statement {
  text: readonly string[];
  types: readonly string[];
}

function judgingStatement(rule: Judged, entities: SourcedEntities): Statement {
  const { entidade } = rule;
  const { view, only } = rowsOf(entidade, entities[entidade], 't');
  const key = keyOf(entidade, entities, 't');
  const head = [
    `select ${keyOf(entidade, entities, 'r')} as registro, (${ruleConditionSql(rule, entities)}) as vale`,
    `from (select t.* from relatorio.${view} as t where ${[...only, `${key} in (`].join(' and ')}`,
  ].join('\n');
  return {
    text: [
      head,
      ...Array.from({ length: BATCH_SIZE - 1 }, () => ', '),
      `)) as r ${ROW_TWICE} cross join (select `,
      ' as agora, ',
      ' as da_equipe, ',
      ' as por_regra) as v',
    ],
    types: [...Array.from({ length: BATCH_SIZE }, () => 'integer'), ...['timestamptz', 'boolean', 'boolean']],
  };
}

const passed = new Recent<boolean>(500);

/** Whether the guard of report SQL lets a statement through. What is published is checked too before it first runs. */
export async function passesGuard({ text, types }: Statement): Promise<boolean> {
  const statement = text.map((part, at) => part + (types[at] ? `null::${types[at]}` : '')).join('');
  const key = createHash('sha256').update(statement).digest('base64');
  const cachedVerdict = passed.get(key);
  if (cachedVerdict !== undefined) return cachedVerdict;
  const { bound } = await checkSql(statement, [], VIEWS);
  passed.set(key, bound !== null);
  return bound !== null;
}

export const withValues = ({ text, types }: Statement, values: readonly unknown[]): SQL =>
  sql.join(
    text.map((part, at) =>
      types[at] ? sql`${sql.raw(part)}${values[at]}::${sql.raw(types[at])}` : sql.raw(part),
    ),
  );

/** Whether the database would judge the condition at all. */
export const isJudged = (rule: Judged, entities: SourcedEntities): Promise<boolean> =>
  passesGuard(judgingStatement(rule, entities));

/** Why a rule stops whose condition, or look for records, the guard refuses since a newer version of the map or of the console. */
export const REFUSED =
  'A condição dela não pode mais ser julgada: ficou grande demais, ou lê o que já não existe. Corrija a condição e publique de novo.';

/**
 * How long a statement may take that a rule asks all the time. What the transaction goes on with has its own time again; a failure
 * takes it back together with the savepoint.
 */
export async function inTime<A>(tx: Tx, ask: () => Promise<A>): Promise<A> {
  const { rows } = await tx.execute<{ before: string }>(sql`
    with ours as materialized (select current_setting('statement_timeout') as before)
    select before, set_config('statement_timeout', '5s', true) from ours`);
  const found = await ask();
  await tx.execute(sql`select set_config('statement_timeout', ${rows[0]?.before ?? '0'}, true)`);
  return found;
}

interface Asked {
  ids: readonly number[];
  now: Date;
  byStaff: boolean;
  byRule: boolean;
}

// Finding the plan takes longer than judging a record does.
const judge = preparedTexts<{ registro: number; vale: boolean | null }>('rule');

/** The rule about the customers that those in its condition have become. */
export async function followedRule<R extends Judged>(
  db: Executor,
  rule: R,
  entities: SourcedEntities,
): Promise<R> {
  if (!rule.se) return rule;
  return { ...rule, se: await followedExpression(db, rule.se, customerCodes(entities, rule.entidade)) };
}

/** What the condition is worth for each record; one that is not there any more is missing. Many are judged in one statement. */
export async function judgedRecords(
  db: Db,
  rule: Judged,
  entities: SourcedEntities,
  { ids, now, byStaff, byRule }: Asked,
): Promise<Map<number, boolean>> {
  const statement = judgingStatement(await followedRule(db, rule, entities), entities);
  const found = new Map<number, boolean>();
  if (!(await passesGuard(statement))) return found;
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const some = ids.slice(from, from + BATCH_SIZE);
    const values = [
      ...Array.from({ length: BATCH_SIZE }, (_, at) => some[at] ?? null),
      ...[now.toISOString(), byStaff, byRule],
    ];
    const rows = await db.transaction((tx) =>
      inTime(tx, () => asCompany(tx, () => judge(tx, withValues(statement, values)), ownTypes(entities))),
    );
    for (const { registro, vale } of rows) found.set(Number(registro), vale === true);
  }
  return found;
}

/** The company's own types, whose rows a rule reads whoever it acts as: what it may do with them is judged where it does it. */
export const ownTypes = (entities: SourcedEntities): string[] =>
  Object.entries(entities).flatMap(([key, { own }]) => (own && key.startsWith(OWN_ENTITY) ? [own.type] : []));
