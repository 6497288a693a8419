import type pg from 'pg';
import type { TicketSort } from '#contract/sac/tickets.ts';
import type { Who } from '../lists/benchServer.ts';
import { termWhere } from './leanestTerm.ts';

export interface LeanAnswer {
  ids: number[];
  total: number;
}

/** The caller, as far as their scope is concerned. */
export interface LeanPerson {
  branchIds: number[];
  representativeId: number | null;
  customerId: number | null;
}

const TAKE = 25;
const CAP = 10_001;

/** Two hand-written prepared statements on two connections: the page with its rows, and the count. */
export interface LeanList {
  run: () => Promise<LeanAnswer>;
}

/** The minimum that a person's query requires of the database, written by hand and independent of the server's code. */
export async function leanestOf(
  pool: pg.Pool,
  who: Who,
  person: LeanPerson,
  query: URLSearchParams,
): Promise<LeanList> {
  const values: unknown[] = [];
  const given = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const where = [...scopeWhere(who, person, given), ...filterWhere(query, given)];
  const term = await termWhere(pool, query.get('termo') ?? '', given);
  if (term) where.push(term);
  const cursor = query.get('cursor');
  const sort = (query.get('orderBy') ?? 'dtCriacao') as TicketSort;
  const down = (query.get('direction') ?? 'DESC') === 'DESC';
  const counted = `select count(*)::int as total from (select from tickets t where ${where.join(' and ')}
    limit ${query.has('termo') ? CAP : countLimit(Number(query.get('page') ?? 1))}) c`;
  const countValues = [...values];
  const edge = cursor ? cursorEdge(cursor) : null;
  if (edge)
    where.push(`(t.created_at, t.id) < (${given(edge.key, 'timestamptz')}, ${given(edge.id, 'int')})`);
  const offset = edge ? 0 : (Number(query.get('page') ?? 1) - 1) * TAKE;
  const page =
    query.has('dtIni') && sort !== 'dtCriacao'
      ? gatheredPage(where, sort, down, offset)
      : pageOf(where, sort, down, offset);
  const rows = named(rowsOf(page, sort, down), values);
  const count = edge ? null : named(counted, countValues);
  return {
    run: async () => {
      const [found, total] = await Promise.all([
        pool.query<{ id: number }>(rows),
        count ? pool.query<{ total: number }>(count) : null,
      ]);
      return {
        ids: found.rows.slice(0, TAKE).map(({ id }) => id),
        total: Math.min(CAP, total?.rows[0]?.total ?? edge?.total ?? 0),
      };
    },
  };
}

/** The counts that the response promises: 10,001, and up to 25,001 for deep pages. */
const countLimit = (page: number) => Math.min(25_001, Math.max(CAP, (page + 20) * TAKE + 1));

let names = 0;
const named = (text: string, values: unknown[]) => ({ name: `lean${++names}`, text, values });

type Given = (value: unknown, type: string) => string;

function scopeWhere(who: Who, person: LeanPerson, given: Given): string[] {
  if (who === 'OPERADOR' || who === 'VENDEDOR')
    return [`t.branch_id = any(${given(person.branchIds, 'int[]')})`];
  if (who === 'REPRESENTANTE') return [`t.representative_id = ${given(person.representativeId, 'int')}`];
  if (who === 'CONSUMIDOR_FINAL') return [`t.customer_id = ${given(person.customerId, 'int')}`];
  return [];
}

const LISTS: Record<string, [column: string, type: string]> = {
  'status[]': ['t.status', 'text[]'],
  'operador[]': ['t.operator_id', 'int[]'],
  'representante[]': ['t.representative_id', 'int[]'],
  'regiao[]': ['t.region_id', 'int[]'],
  'setor[]': ['t.sector_id', 'int[]'],
  'filial[]': ['t.branch_id', 'int[]'],
  'transportadora[]': ['t.carrier_id', 'int[]'],
  'prioridade[]': ['t.priority', 'text[]'],
  'motivo[]': ['t.reason_id', 'int[]'],
  'etapa[]': ['t.step_key', 'text[]'],
};

function filterWhere(query: URLSearchParams, given: Given): string[] {
  const where = [query.get('arquivado') === 'true' ? 't.archived' : 'not t.archived'];
  for (const [name, [column, type]] of Object.entries(LISTS))
    if (query.has(name)) where.push(`${column} = any(${given(query.getAll(name), type)})`);
  if (query.get('adiado') === 'true') where.push('t.id in (select ticket_id from ticket_snoozes)');
  if (query.get('semOperador') === 'true') where.push('t.operator_id is null');
  if (query.has('tipo[]'))
    where.push(
      `t.type_id = any(array(select id from ticket_types where key = any(${given(query.getAll('tipo[]'), 'text[]')})))`,
    );
  if (query.get('prazo') === 'ATRASADO')
    where.push(
      `t.status in ('ABERTO', 'EM_ATENDIMENTO', 'AGUARDANDO_CLIENTE', 'AGUARDANDO_TERCEIRO')`,
      `coalesce(t.due_at, 'infinity'::timestamptz) < now()`,
    );
  const [field, value] = query.get('campos[]')?.split(':') ?? [];
  if (field) where.push(`t.extra_fields @> ${given(JSON.stringify({ [field]: value }), 'jsonb')}`);
  if (query.has('idCli')) where.push(`t.customer_id = ${given(query.get('idCli'), 'int')}`);
  if (query.has('dtIni'))
    where.push(
      `t.created_at >= ${given(query.get('dtIni'), 'date')}::timestamp at time zone 'America/Sao_Paulo'`,
      `t.created_at < (${given(query.get('dtFim'), 'date')} + 1)::timestamp at time zone 'America/Sao_Paulo'`,
    );
  return where;
}

const KEYS: Record<Exclude<TicketSort, 'tipo'>, string[]> = {
  id: ['t.id'],
  dtCriacao: ['t.created_at', 't.id'],
  dtAtualizacao: ['t.updated_at', 't.id'],
  dtMovimentacao: ['t.moved_at', 't.id'],
  prazo: [`coalesce(t.due_at, 'infinity'::timestamptz)`, 't.id'],
  status: ['t.status', 't.id'],
};

const ordered = (sort: Exclude<TicketSort, 'tipo'>, down: boolean) =>
  KEYS[sort].map((key) => `${key} ${down ? 'desc' : 'asc'}`).join(', ');

function pageOf(where: string[], sort: TicketSort, down: boolean, offset: number): string {
  const way = down ? 'desc' : 'asc';
  if (sort !== 'tipo')
    return `select t.id, row_number() over () as place from (select t.id from ${inOrderOf(sort, where)} t where ${where.join(' and ')}
      order by ${ordered(sort, down)} limit ${TAKE + 1} offset ${offset}) t`;
  return `select t.id, row_number() over (order by w.place, t.id ${way}) as place
    from (select id, row_number() over (order by description collate pt_br ${way}, id ${way}) as place from ticket_types) w
    cross join lateral (select t.id from tickets t where ${where.join(' and ')} and t.type_id = w.id
      order by t.id ${way} limit ${offset + TAKE + 1}) t
    order by w.place, t.id ${way} limit ${TAKE + 1} offset ${offset}`;
}

/** Movements have their own order, in which the few tickets of a filter would be too far apart. */
const inOrderOf = (sort: TicketSort, where: string[]) =>
  isOfMovements(sort) && where.length === 1
    ? 'ticket_movements'
    : sort === 'dtMovimentacao'
      ? '(select *, greatest(updated_at, internal_at) as moved_at from tickets)'
      : 'tickets';

const isOfMovements = (sort: TicketSort) => sort === 'dtAtualizacao' || sort === 'dtMovimentacao';

/** The tickets of a few days, collected before they are sorted. */
function gatheredPage(where: string[], sort: TicketSort, down: boolean, offset: number): string {
  const inner = `select t.id, t.status, t.updated_at, greatest(t.updated_at, t.internal_at) as moved_at, t.due_at, t.created_at, t.type_id, t.archived from tickets t where ${where.join(' and ')}`;
  return `select id, row_number() over () as place from (with t as materialized (${inner}) ${
    sort === 'tipo'
      ? `select t.id from t join ticket_types y on y.id = t.type_id order by y.description collate pt_br ${down ? 'desc' : 'asc'}, y.id ${down ? 'desc' : 'asc'}, t.id ${down ? 'desc' : 'asc'}`
      : `select t.id from t order by ${ordered(sort, down)}`
  } limit ${TAKE + 1} offset ${offset}) p`;
}

/** Only the columns that a row on the screen shows. */
const rowsOf = (page: string, _sort: TicketSort, _down: boolean) => `
  with page as materialized (${page})
  select t.id, t.status, t.archived, t.subject, t.branch_id, t.sector_id, t.operator_id, t.representative_id, t.creator_id,
    t.due_at, t.created_at, t.updated_at, t.step_key, t.extra_fields,
    y.id as type_id, y.key as type_key, y.description as type_description, y.mirror,
    c.id as customer_id, c.trade_name, c.legal_name, c.blocked, c.prospect,
    (select legal_name from branches where id = t.branch_id) as branch,
    (select name from sectors where id = t.sector_id) as sector,
    (select name from people where id = t.operator_id) as operator,
    (select name from representatives where id = t.representative_id) as representative,
    (select name from people where id = t.creator_id) as creator,
    (select step ->> 'descricao' from flows, jsonb_array_elements(flows.content -> 'etapas') step
     where flows.key = t.flow_key and flows.version = t.flow_version and step ->> 'chave' = t.step_key) as step
  from page join tickets t on t.id = page.id join ticket_types y on y.id = t.type_id
  join customers c on c.id = t.customer_id order by page.place`;

/** The edge stored in the bench's own cursor. */
function cursorEdge(cursor: string): { key: string; id: number; total: number } {
  const [, key, id, , , total] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
    string,
    string,
    number,
    number,
    number,
    number,
  ];
  return { key, id, total };
}
