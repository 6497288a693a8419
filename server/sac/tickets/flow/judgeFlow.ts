import { sql } from 'drizzle-orm';
import type { Expression } from '#contract/expression/tree.ts';
import { type Typed, typing } from '#contract/expression/typing.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import type { FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import {
  FLOW_ENTITY,
  factOfPath,
  flowTypeOf,
  judgedParts,
  resolvedFlow,
} from '#contract/rules/flows/flowExpression.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { compileExpression, type SqlPlace } from '#server/expression/compile.ts';
import { quoted } from '#server/expression/quoted.ts';
import { entitiesWithAdded } from '#server/map/addedFields.ts';
import { ROW_TWICE, sqlOfPaths } from '#server/map/rowPaths.ts';

interface Judged {
  ticketId: number;
  facts: FlowFacts;
  now: Date;
}

/**
 * The flow with its conditions over fields judged for a ticket, as the transaction sees it: after a step's data are written, the
 * next step is chosen by what they made of the ticket. Every row counts, whoever moves the ticket: a way must not be open to one
 * and closed to another.
 */
export async function judgedFlow(db: Executor, flow: Flow, judged: Judged): Promise<Flow> {
  const parts = judgedParts(flow);
  if (parts.length === 0) return flow;
  const entities = { ...ENTITIES, ...(await entitiesWithAdded(db)) };
  const typeOf = flowTypeOf(entities);
  const place: SqlPlace = {
    sqlOf: (path) => factSql(path, judged.facts) ?? sqlOfPaths(entities, FLOW_ENTITY)(path),
    zone: ZONE,
    now: `${quoted(judged.now.toISOString())}::timestamptz`,
  };
  // A field that is gone since the flow was published makes its condition empty, which opens nothing.
  const columns = parts.map((part) => {
    const { typed } = typing(part, typeOf, 'LOGICO');
    return typed ? compiled(typed, place) : 'null::boolean';
  });
  const values = await db.transaction((tx) => readAsCompany(tx, columns, judged.ticketId));
  const found = new Map(parts.map((part, index) => [JSON.stringify(part), values[index] ?? null]));
  return resolvedFlow(flow, (part: Expression) => found.get(JSON.stringify(part)) ?? null);
}

const compiled = (typed: Typed, place: SqlPlace): string => compileExpression(typed, place);

/** The zone of the ticket's branch. */
const ZONE = `coalesce((select b.time_zone from public.branches b where b.id = r0.filial_id), ${quoted(DEFAULT_TIME_ZONE)})`;

/** A fact as it is now, with what is about to be written. */
function factSql(path: string, facts: FlowFacts): string | null {
  const fact = factOfPath(path);
  if (!fact) return null;
  const value = facts[fact.value];
  if (value === undefined)
    return `null::${{ SIM_NAO: 'boolean', NUMERO: 'integer', TEXTO: 'text' }[fact.kind]}`;
  return typeof value === 'string' ? `${quoted(value)}::text` : String(value);
}

/**
 * The views of schema relatorio show what the scope of a run allows, which the server signs for one connection. Here it is
 * everything, and is taken back before the transaction goes on.
 */
async function readAsCompany(
  tx: Tx,
  columns: readonly string[],
  ticketId: number,
): Promise<(boolean | null)[]> {
  await tx.execute(sql`
    select set_config('balcao.escopo', s.texto, true),
      set_config('balcao.assinatura', encode(sha256(convert_to(g.valor || s.texto || g.valor, 'UTF8')), 'hex'), true)
    from relatorio_interno.segredo g
    cross join (select json_build_object('conexao', pg_backend_pid(), 'escopo', 'TODAS_FILIAIS')::text as texto) s`);
  const { rows } = await tx.execute<Record<string, boolean | null>>(
    sql`${sql.raw(`select ${columns.map((column, index) => `${column} as p${index}`).join(', ')}`)}
      from (select * from relatorio.tickets where ticket_id = ${ticketId}) as r ${sql.raw(ROW_TWICE)}`,
  );
  await tx.execute(
    sql`select set_config('balcao.escopo', '', true), set_config('balcao.assinatura', '', true)`,
  );
  return columns.map((_, index) => rows[0]?.[`p${index}`] ?? null);
}
