import { sql } from 'drizzle-orm';
import type { RuleTrial } from '#contract/config/companyRules.ts';
import { type CompanyRule, isMacro, MAX_LOOK } from '#contract/rules/companyRules/companyRule.ts';
import { isEveryYear, ruleEntity, ruleEvent } from '#contract/rules/companyRules/ruleEntities.ts';
import { changedField } from '#contract/rules/companyRules/ruleProblems.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { formatCount } from '#contract/rules/format.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { type Content, kindDeps, metaSchemaProblems, problemOf } from '../config/definitions/rules.ts';
import type { Context } from '../context.ts';
import { feedEntries, feedState, ticketEvents } from '../db/tables/index.ts';
import { visibleCodes } from '../feed/read.ts';
import { mapFor } from '../map/queries.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { judgedRecords } from './judge.ts';
import { recordsDue } from './look.ts';
import { companyRuleKind } from './rules.ts';
import { pagesOf } from './runs.ts';

const DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;
/** How many entries of the feed are looked at, the newest first. */
const MAX_ENTRIES = 200_000;
/** Of how many records the condition is judged. */
const MAX_JUDGED = 2_000;
const MAX_EXAMPLES = 20;

/** A record with how often it was met, and when last. */
interface Met {
  id: number;
  at: Date;
  times: number;
}

/** What a rule would have met in the last 90 days, and in how many of these records it would act as they are today. */
export async function tryOut(ctx: Context, content: Content): Promise<RuleTrial> {
  const shape = metaSchemaProblems('rule', content).map((each) => ({ ...each, severity: 'ERRO' as const }));
  const problems = shape.length > 0 ? shape : await companyRuleKind.problems(content, kindDeps(ctx));
  const nothing = { dias: DAYS, vezes: 0, ate: MAX_ENTRIES, valeria: 0, exemplos: [], frase: '' };
  if (problems.length > 0) return { ...nothing, problemas: problems.map(problemOf) };
  const rule = contentOf('rules', content);
  if (isMacro(rule)) return { ...nothing, problemas: [] };
  const entities = await mapFor(ctx.db, ctx.user);
  const met = await (rule.quando.tipo === 'EVENTO'
    ? metByEvent(ctx, rule, entities)
    : metByTime(ctx, rule, entities));
  const isFull = met.length >= MAX_JUDGED;
  // Also how many there are tells of records: what the person does not see is not counted.
  const type = ruleEntity(rule.entidade)?.tipo ?? '';
  const seen = await visibleCodes(
    ctx.db,
    ctx.user,
    type,
    met.map(({ id }) => id),
  );
  const records = met.filter(({ id }) => seen.has(id));
  const judged = await judgedRecords(ctx.db, rule, entities, {
    ...{ ids: records.map(({ id }) => id), now: ctx.now(), byStaff: true, byRule: false },
  });
  const holding = records.filter(({ id }) => judged.get(id));
  const times = records.reduce((sum, record) => sum + record.times, 0);
  const examples = holding.slice(0, MAX_EXAMPLES);
  const pages = await pagesOf(
    ctx,
    rule.entidade,
    examples.map(({ id }) => id),
  );
  const one = upperFirst(entities[rule.entidade]?.titulo.um ?? '');
  return {
    ...nothing,
    problemas: [],
    vezes: times,
    valeria: holding.length,
    exemplos: examples.map(({ id, at }) => ({
      registro: id,
      nome: `${one} ${id}`,
      pagina: pages.get(id) ?? null,
      quando: at.toISOString(),
    })),
    frase: sentence(rule, { times, holding: holding.length, isFull }),
  };
}

interface Figures {
  times: number;
  holding: number;
  /** There are more records than were judged. */
  isFull: boolean;
}

function sentence({ quando }: CompanyRule, { times, holding, isFull }: Figures): string {
  const judged = isFull ? ` entre os ${formatCount(MAX_JUDGED, 'registro', 'registros')} mais novos` : '';
  const would = `pela situação de hoje valeria em ${formatCount(holding, 'registro', 'registros')}${judged}.`;
  if (quando.tipo === 'HORARIO') return `Se fosse agora, ${would.replace('pela situação de hoje ', '')}`;
  const count = `${isFull ? 'ao menos ' : ''}${formatCount(times, 'vez', 'vezes')}`;
  return `Nos últimos ${DAYS} dias aconteceu ${count}; ${would}`;
}

/** What the timeline of tickets calls an event: it goes back further than the feed, to the first ticket. */
const ACTIVITIES: Readonly<Record<string, string>> = {
  CRIADO: 'CRIACAO',
  RESPONDIDO: 'MENSAGEM',
  ATRIBUIDO: 'ATRIBUICAO',
  ENCAMINHADO: 'ENCAMINHAMENTO',
  AVANCOU: 'AVANCO',
  VOLTOU: 'RETROCESSO',
  PRIORIZADO: 'PRIORIDADE',
  RECLASSIFICADO: 'RECLASSIFICACAO',
  PRODUTOS: 'PRODUTOS',
  FINALIZADO: 'FINALIZACAO',
  CANCELADO: 'CANCELAMENTO',
  REABERTO: 'REABERTURA',
};

/** The moment at which a record of an entity was made, for the same reason. */
const MADE_AT: Readonly<Record<string, string>> = {
  pedidos: 'criado_em',
  clientes: 'cadastrado_em',
  atendimentos: 'iniciado_em',
};

/** How often an event was, by what keeps it longest. */
function metByEvent(ctx: Context, rule: CompanyRule, entities: SourcedEntities): Promise<Met[]> {
  const { entidade, quando } = rule;
  const evento = quando.tipo === 'EVENTO' ? quando.evento : '';
  const activity = entidade === 'tickets' ? ACTIVITIES[evento] : undefined;
  if (activity) return metInTimelines(ctx, activity);
  const campo = evento === 'CRIADO' ? MADE_AT[entidade] : undefined;
  return campo
    ? metByTime(ctx, { ...rule, quando: { tipo: 'PRAZO', campo, quantidade: 0, unidade: 'HORAS' } }, entities)
    : metInFeed(ctx, rule);
}

const daysAgo = (now: Date): string => new Date(now.getTime() - DAYS * DAY).toISOString();
const asMet = (rows: readonly { id: number; at: Date; times: number }[]): Met[] =>
  rows.map(({ id, at, times }) => ({ id: Number(id), at: new Date(at), times: Number(times) }));

async function metInTimelines({ db, now }: Context, activity: string): Promise<Met[]> {
  const { rows } = await db.execute<{ id: number; at: Date; times: number }>(sql`
    select id, max(at) as at, count(*)::integer as times from (
      select ticket_id as id, type, created_at as at from ${ticketEvents}
      where created_at > ${daysAgo(now())}::timestamptz order by created_at desc limit ${MAX_ENTRIES}) e
    where type = ${activity} group by 1 order by 2 desc limit ${MAX_JUDGED}`);
  return asMet(rows);
}

async function metInFeed({ db, now }: Context, { entidade, quando }: CompanyRule): Promise<Met[]> {
  const type = ruleEntity(entidade)?.tipo;
  const event = quando.tipo === 'EVENTO' ? ruleEvent(entidade, quando.evento) : undefined;
  if (!type || !event || quando.tipo !== 'EVENTO') return [];
  const among = (fields: readonly string[]) => sql`and changed && ${sql.param([...fields])}::text[]`;
  const only = [
    ...(event.houve ? [sql`and happened = ${event.houve}`] : []),
    ...(event.passos ? [sql`and step = any(${sql.param([...event.passos])}::text[])`] : []),
    ...(event.mudou ? [among(event.mudou)] : []),
    ...(quando.mudou ? [among([changedField(entidade, quando.mudou) ?? ''])] : []),
  ];
  const { rows } = await db.execute<{ id: number; at: Date; times: number }>(sql`
    select record_id as id, max(at) as at, count(*)::integer as times from ${feedEntries}
    where position > (select last from ${feedState}) - ${MAX_ENTRIES} and at > ${daysAgo(now())}::timestamptz
      and type = ${type} ${sql.join(only, sql` `)}
    group by 1 order by 2 desc limit ${MAX_JUDGED}`);
  return asMet(rows);
}

async function metByTime(ctx: Context, rule: CompanyRule, entities: SourcedEntities): Promise<Met[]> {
  const to = ctx.now();
  const from = new Date(to.getTime() - DAYS * DAY);
  const records: Met[] = [];
  let after: Parameters<typeof recordsDue>[3]['after'] = null;
  while (records.length < MAX_JUDGED) {
    const page = await recordsDue(ctx.db, rule, entities, { from, to, after });
    // What comes every year is told without its day, which may be somebody's birthday.
    const dated = rule.quando.tipo === 'PRAZO' && !isEveryYear(rule.entidade, rule.quando.campo);
    records.push(...page.map(({ id, at }) => ({ id, at: dated ? new Date(at) : to, times: 1 })));
    after = page.at(-1) ?? null;
    if (page.length < MAX_LOOK) break;
  }
  return records.reverse();
}
