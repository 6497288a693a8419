import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Expression } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import { type FactKind, type FlowFacts, flowFact } from '#contract/rules/flows/flowCondition.ts';
import { FLOW_ENTITY, factOfPath, flowTypeOf } from '#contract/rules/flows/flowExpression.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { VIEWS } from '../../db/guard/allowed.ts';
import { checkSql } from '../../db/guard/checkSql.ts';
import { compileExpression, type SqlPlace } from '../../expression/compile.ts';
import { quoted } from '../../expression/quoted.ts';
import { ROW_TWICE, sqlOfPaths } from '../../map/rowPaths.ts';
import type { SourcedEntities } from '../../map/sourcedEntity.ts';
import { Recent } from '../../recent.ts';

/** What changes from question to question: the ticket, the moment, and the facts with what is about to be written. */
export interface ConditionValues {
  ticketId: number;
  now: Date;
  facts: FlowFacts;
}

/** A SELECT that the guard of report SQL has let through. Its only row is the ticket's. */
interface ConditionStatement {
  /** Which of the conditions its columns judge, in their order. */
  judges: readonly number[];
  /** The text between the values, which go to the database apart from it. */
  text: readonly string[];
}

interface Value {
  type: string;
  of: (values: ConditionValues) => unknown;
}

const FACT_TYPES: Readonly<Record<FactKind, string>> = {
  SIM_NAO: 'boolean',
  NUMERO: 'integer',
  TEXTO: 'text',
};

/** In the order in which they stand in a statement. */
const VALUES: readonly Value[] = [
  { type: 'integer', of: ({ ticketId }) => ticketId },
  { type: 'timestamptz', of: ({ now }) => now.toISOString() },
  ...flowFact.map(({ value, kind }) => ({
    type: FACT_TYPES[kind],
    of: ({ facts }: ConditionValues) => facts[value] ?? null,
  })),
];

const named = ['agora', ...flowFact.map(({ value }) => value)];

/** A condition as SQL. A field that is gone since the flow was published makes it empty, which opens nothing. */
export function conditionSql(part: Expression, entities: SourcedEntities): string {
  const { typed } = typing(part, flowTypeOf(entities), 'LOGICO');
  if (!typed) return 'null::boolean';
  const field = sqlOfPaths(entities, FLOW_ENTITY);
  const place: SqlPlace = {
    sqlOf: (path) => {
      const fact = factOfPath(path);
      return fact ? `v.${fact.value}` : field(path);
    },
    zone: ZONE,
    now: 'v.agora',
  };
  return compileExpression(typed, place);
}

/** The zone of the ticket's branch. */
const ZONE = `coalesce((select b.fuso from relatorio.filiais as b where b.filial_id = r0.filial_id), ${quoted(DEFAULT_TIME_ZONE)})`;

/** The statements of a step are the same for all its tickets. */
const checked = new Recent<readonly ConditionStatement[]>(500);

/**
 * The statements that judge conditions: as few as the limits of the guard allow. It checks each text before it first runs, also of
 * what was published, since even the content of the database is not trusted. A condition that it refuses alone is judged by none.
 */
export async function conditionStatements(
  conditions: readonly string[],
): Promise<readonly ConditionStatement[]> {
  const key = createHash('sha256').update(JSON.stringify(conditions)).digest('base64');
  const cachedCheck = checked.get(key);
  if (cachedCheck) return cachedCheck;
  const found = await statementsOf(conditions.map((condition, index) => ({ condition, index })));
  checked.set(key, found);
  return found;
}

async function statementsOf(
  parts: readonly { condition: string; index: number }[],
): Promise<ConditionStatement[]> {
  const text = textOf(parts.map(({ condition }) => condition));
  if (await passes(text)) return [{ judges: parts.map(({ index }) => index), text }];
  if (parts.length < 2) return [];
  const half = Math.ceil(parts.length / 2);
  return [...(await statementsOf(parts.slice(0, half))), ...(await statementsOf(parts.slice(half)))];
}

function textOf(conditions: readonly string[]): string[] {
  const columns = conditions.map((condition, index) => `(${condition}) as p${index}`);
  return [
    `select ${columns.join(',\n  ')}\nfrom (select t.* from relatorio.${FLOW_ENTITY} as t where t.ticket_id = `,
    `) as r ${ROW_TWICE} cross join (select `,
    ...named.map((name, index) => ` as ${name}${index < named.length - 1 ? ', ' : ') as v'}`),
  ];
}

/** With empty values, whose types are what the text is read by. */
async function passes(text: readonly string[]): Promise<boolean> {
  const fullCondition = text
    .map((part, index) => part + (VALUES[index] ? `null::${VALUES[index].type}` : ''))
    .join('');
  return (await checkSql(fullCondition, [], VIEWS)).bound !== null;
}

/** A statement with its values. */
export const conditionQuery = ({ text }: ConditionStatement, values: ConditionValues): SQL =>
  sql.join(
    text.map((part, index) => {
      const value = VALUES[index];
      return value ? sql`${sql.raw(part)}${value.of(values)}::${sql.raw(value.type)}` : sql.raw(part);
    }),
  );
