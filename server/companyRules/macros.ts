import { sql } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { type CompanyRule, isMacro, MACRO_ENTITY } from '#contract/rules/companyRules/companyRule.ts';
import { actionName, macroPermissions, type RuleAction } from '#contract/rules/companyRules/ruleActions.ts';
import { ruleSentence } from '#contract/rules/companyRules/ruleSentence.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { type Macro, type MacroDetail, macroRoutes } from '#contract/sac/tickets/macros.ts';
import type { Context, User } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { macroUses } from '../db/tables/index.ts';
import { forbidden, notFound, Refusal, refused } from '../errors.ts';
import { implement } from '../implement.ts';
import { mapFor } from '../map/queries.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { hasWayBack, lockTicket, macroUseOf, versionFor } from '../sac/tickets/commands.ts';
import { isOutside } from '../session/scope.ts';
import { audit } from '../writing/audit.ts';
import { command } from '../writing/command.ts';
import { carryOut } from './actions/index.ts';
import { choicesFor } from './choices.ts';
import { fill } from './filled.ts';
import { judgedRecords } from './judge.ts';
import { closedPaths } from './readPaths.ts';
import { type PublishedRule, publishedRule, publishedRules } from './standing.ts';

type Doable = Exclude<RuleAction, { acao: 'ESPERAR' }>;

const canWait = (action: RuleAction): action is Extract<RuleAction, { acao: 'ESPERAR' }> =>
  action.acao === 'ESPERAR';

/** What the person lacks for using a macro; `null` for nothing. */
const lacking = ({ grants }: User, { entao }: CompanyRule) =>
  entao.flatMap(macroPermissions).find((permission) => !allows(grants, permission)) ?? null;

/** Macros are how a company works: people outside it have none. */
function requireInside({ user }: Pick<Context, 'user'>): void {
  if (isOutside(user)) throw forbidden('TICKETS_RESPONDER_INTERNO');
}

async function macrosFor(ctx: Context): Promise<Macro[]> {
  requireInside(ctx);
  const { db, user } = ctx;
  const allowed = (await publishedRules(db)).filter(
    ({ content }) => isMacro(content) && lacking(user, content) === null,
  );
  if (allowed.length === 0) return [];
  const [entities, uses] = await Promise.all([mapFor(db, user), usesOf(ctx)]);
  const macros = allowed.filter(({ content }) => closedPaths(content, entities).length === 0);
  const ofAll = ({ key }: PublishedRule) => uses.get(key)?.all ?? 0;
  const own = ({ key }: PublishedRule) => uses.get(key)?.own ?? 0;
  return macros
    .sort(
      (one, other) =>
        own(other) - own(one) ||
        ofAll(other) - ofAll(one) ||
        one.content.titulo.localeCompare(other.content.titulo, 'pt-BR', { numeric: true }),
    )
    .map(viewOf);
}

const viewOf = ({ key, content }: PublishedRule): Macro => ({
  chave: key,
  titulo: content.titulo,
  descricao: content.descricao ?? '',
});

async function usesOf({ db, user }: Pick<Context, 'db' | 'user'>) {
  const rows = await db
    .select({
      key: macroUses.ruleKey,
      all: sql<number>`sum(${macroUses.uses})::integer`,
      own: sql<number>`coalesce(sum(${macroUses.uses}) filter (where ${macroUses.personId} = ${user.id}), 0)::integer`,
    })
    .from(macroUses)
    .groupBy(macroUses.ruleKey);
  return new Map(rows.map(({ key, ...uses }) => [key, uses]));
}

/**
 * A macro with the map of who uses it. 404 for what is no macro, 403 for one with an action that the person may not do, or whose
 * condition or texts would tell what is closed to them.
 */
async function macroFor(
  db: Db | Tx,
  user: User,
  key: string,
): Promise<{ macro: PublishedRule; entities: SourcedEntities }> {
  const macro = await publishedRule(db, key);
  if (!isMacro(macro.content)) throw notFound();
  const lacks = lacking(user, macro.content);
  if (lacks) throw forbidden(lacks);
  const entities = await mapFor(db, user);
  const [closed] = closedPaths(macro.content, entities);
  if (closed) throw new Refusal(403, 'SEM_PERMISSAO', closed.message);
  return { macro, entities };
}

async function oneMacro(ctx: Context, key: string): Promise<MacroDetail> {
  requireInside(ctx);
  const { macro, entities } = await macroFor(ctx.db, ctx.user, key);
  const choices = await choicesFor(ctx);
  const { se, entao } = ruleSentence(macro.content, {
    entities,
    titleOf: (source, value) => choices[source].find(({ valor }) => valor === value)?.titulo,
  });
  return { ...viewOf(macro), acoes: entao.map(upperFirst), condicao: se ?? '' };
}

interface Use {
  key: string;
  ticketId: number;
  versao?: number | undefined;
  /** Whether colleagues may lose the ticket. */
  confirmed: boolean;
}

/**
 * Does all actions of a macro to a ticket, each by the command of the noun and with the person's own rights, or none: what is refused
 * undoes what came before, so that nobody has to find out how far it got. What is so already counts as done.
 */
export async function useMacro(
  tx: Tx,
  ctx: Context,
  { key, ticketId, versao, confirmed }: Use,
): Promise<{ title: string; done: string[]; macroUse: string }> {
  requireInside(ctx);
  const { macro, entities } = await macroFor(tx, ctx.user, key);
  const { content, version } = macro;
  await lockTicket(tx, ctx.user, ticketId, { versao });
  const place = { entity: MACRO_ENTITY, recordId: ticketId, entities };
  if (content.se) await requireCondition(tx, ctx, content, place);
  const done: string[] = [];
  const macroUse = macroUseOf(ctx.jobId ?? ctx.requestId, ticketId);
  for (const [step, action] of content.entao.entries()) {
    if (canWait(action)) continue;
    const doing = { content, key, version, step, confirmed, ...place };
    done.push(await doAction(tx, { ...ctx, macroUse }, action, doing));
  }
  await audit(tx, ctx, {
    action: 'EXECUTAR',
    entity: 'company_rules',
    entityId: key,
    after: { ticket: ticketId, acoes: content.entao.map(({ acao }) => acao) },
  });
  await tx
    .insert(macroUses)
    .values({ personId: ctx.user.id, ruleKey: key, uses: 1 })
    .onConflictDoUpdate({
      target: [macroUses.personId, macroUses.ruleKey],
      set: { uses: sql`${macroUses.uses} + 1` },
    });
  return { title: content.titulo, done, macroUse };
}

interface OnTicket {
  entity: string;
  recordId: number;
  entities: SourcedEntities;
}

async function requireCondition(
  tx: Tx,
  { now }: Context,
  content: CompanyRule,
  { recordId, entities }: OnTicket,
): Promise<void> {
  const judged = await judgedRecords(tx as unknown as Db, content, entities, {
    ...{ ids: [recordId], now: now(), byStaff: true, byRule: false },
  });
  if (!judged.get(recordId))
    throw refused('NAO_SE_APLICA', 'A condição desta macro não vale para este ticket. Nada foi feito.');
}

interface Doing extends OnTicket {
  content: CompanyRule;
  key: string;
  version: number;
  step: number;
  confirmed: boolean;
}

/** The sentence of what was done. */
async function doAction(tx: Tx, ctx: Context, action: Doable, doing: Doing): Promise<string> {
  const { content, key, version, step, confirmed, ...place } = doing;
  const at = { ...place, user: ctx.user };
  try {
    const { sentence } = await tx.transaction((inner) =>
      carryOut(
        {
          ...{ tx: inner, ctx: within(ctx, inner), by: `macro ${content.titulo}` },
          ...{ ruleKey: key, ruleVersion: version },
          ...{ runId: `macro-${ctx.requestId}-${place.recordId}`, step, confirmed, ...place },
          fill: async (text) => (text ? fill(inner, text, at) : ''),
        },
        action,
      ),
    );
    return sentence;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'SEM_MUDANCA') return error.message;
    throw new Refusal(
      error.status,
      error.code,
      `${upperFirst(actionName(action.acao))}: ${error.message} Nada desta macro foi feito.`,
    );
  }
}

/** A command within another: the key and the draft belong to the outer one, and letters go for each ticket. */
const within = (ctx: Context, tx: Tx): Context => ({
  ...ctx,
  ...{ db: tx as unknown as Db, idempotencyKey: null, sentDraft: null, jobId: undefined },
});

const run = command(macroRoutes.run, async (tx, ctx, { params, body }) => {
  const { idTicket: ticketId, chave: key } = params;
  const { confirmar = false, versao } = body;
  const { title, done, macroUse } = await useMacro(tx, ctx, { key, ticketId, versao, confirmed: confirmar });
  const ticket = await lockTicket(tx, ctx.user, ticketId, { archivedToo: true });
  return {
    data: {
      id: ticketId,
      message: `Macro feita: ${title}. ${done.join(' ')}`,
      versao: versionFor(ctx.user, ticket),
      desfaz: await hasWayBack(tx, ctx, ticket, macroUse),
    },
  };
});

export const macroImplementation = implement(macroRoutes, {
  list: (_, ctx) => macrosFor(ctx),
  get: async ({ params }, ctx) => ({ data: await oneMacro(ctx, params.chave) }),
  run,
});
