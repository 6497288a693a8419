import { sql } from 'drizzle-orm';
import type { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { allows } from '#contract/permissions.ts';
import type { Output } from '#contract/route.ts';
import { isPartKind } from '#contract/rules/definitions/bundleParts.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import type { Context } from '../../../context.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import { definitions } from '../../../db/tables/index.ts';
import { Refusal, refused } from '../../../errors.ts';
import { isLocked, isTooSlow } from '../../../failures.ts';
import { findReceivers } from '../../../sac/reportDesk/queries.ts';
import { kindRules } from '../kinds.ts';
import { nameOf } from '../offers.ts';
import { allProblems, isDefinition, versionRow } from '../present.ts';
import { problemOf } from '../problemOf.ts';
import { refuseUnsound } from '../publish.ts';
import { publishedDefinition } from '../queries.ts';
import { type Arriving, type Content, contentHash, ownKinds } from '../rules.ts';
import { error, isSound, warning } from '../validate.ts';
import { changes } from '../versions.ts';
import { standingOf } from './items.ts';
import { lockedRows, writeLine } from './lines.ts';
import type { DefinitionLine, GivenBeside, Line, PartLine, StandingPart } from './part.ts';
import { ownParts, partRules } from './parts.ts';
import { isSame, soundPart } from './soundPart.ts';
import { arrivingFrom, isDefinitionLine, isPart, named, writeInOrder } from './stages.ts';

export type Plan = Output<typeof definitionFileRoutes.planImport>;
type PlanLine = Plan[number];

const MAX_CHANGES = 50;

/** What is asked of lines that are about to be published. */
interface Publishing {
  given: (line: PartLine) => GivenBeside;
}

/**
 * What publishing the lines would do, each judged as if the others were there. When one is refused, those that need it are
 * judged without it. With `publishing`, rights and tests of the definitions are asked for as well, and thrown.
 */
export async function judgedLines(
  ctx: Context,
  lines: readonly Line[],
  publishing?: Publishing,
): Promise<Plan> {
  const plan = new Map<string, PlanLine>();
  // Rows are tried by writing them, and have no drafts: they are judged for whoever may publish.
  const mayTry = allows(ctx.user.grants, 'CONFIGURACAO_PUBLICAR');
  const [parts, kinds] = [mayTry ? ownParts(ctx.user) : [], ownKinds(ctx.user)];
  const isOwn = (line: Line) =>
    isPart(line) ? parts.includes(line.tipo) : isDefinitionLine(line) && kinds.includes(line.tipo);
  for (const line of lines) if (!isOwn(line)) plan.set(lineName(line), foreignLine(line, mayTry));
  const own = lines.filter(isOwn);
  const judging = { plan, publishing, outside: await named(ctx.db, own.filter(isDefinitionLine)) };
  await planDefinitions(ctx, judging.outside, plan);
  if (publishing) for (const line of judging.outside) await requireTested(ctx, line, judging);
  if (own.some(isPart)) await tryLines(ctx, own, judging);
  else if (publishing)
    for (const line of judging.outside)
      await kindRules(line.tipo).requireRights?.(ctx, await publishedBefore(ctx, line), line.conteudo);
  return lines.flatMap((line) => plan.get(lineName(line)) ?? []);
}

interface Judging {
  plan: Map<string, PlanLine>;
  publishing: Publishing | undefined;
  /** The definitions as they would be without the rows that arrive with them. */
  outside: readonly DefinitionLine[];
}

const isRefused = ({ plan }: Pick<Judging, 'plan'>, line: Line) =>
  plan.get(lineName(line))?.acao === 'RECUSAR';

/**
 * Rows are written by their own commands in a transaction that is taken back, so that they are refused here by what would refuse
 * them later. Definitions that name what arrives are judged anew within it; reports, which name none and whose tests need
 * connections of their own, never are.
 */
async function tryLines(ctx: Context, own: readonly Line[], judging: Judging): Promise<void> {
  const { plan, publishing, outside } = judging;
  const before = new Map<string, Content | null>();
  if (publishing) for (const line of outside) before.set(lineName(line), await publishedBefore(ctx, line));
  const first = new Map(outside.map((line) => [lineName(line), line]));
  await takenBack(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    const rows = await lockedRows(tx, outside.map(lineName));
    const receivers = (await findReceivers(tx)).slice(0, 1).map(({ id }) => id);
    let last: readonly DefinitionLine[] = [];
    await writeInOrder(tx, ctx, own, {
      async part(line, standing) {
        plan.set(
          lineName(line),
          await planPart(within, line, standing, publishing?.given(line) ?? { receivers }),
        );
      },
      async judge(all) {
        const isOther = (line: DefinitionLine) => {
          const firstLine = first.get(lineName(line));
          return !firstLine || contentHash(firstLine.conteudo) !== contentHash(line.conteudo);
        };
        const anew = all.filter(
          (line) => line.tipo !== 'reports' && (isOther(line) || isRefused(judging, line)),
        );
        for (const line of all) first.set(lineName(line), line);
        await planDefinitions(within, anew, plan, all);
        last = all;
        return all.filter((line) => !isRefused(judging, line));
      },
      async definition(line, arriving) {
        const refusal = await attempted(tx, (inner) =>
          writeLine(inner, ctx, line, { rows, arriving, note: '', isTrial: true }),
        );
        const planned = plan.get(lineName(line));
        if (refusal && planned) plan.set(lineName(line), refusedFor(planned, [error('', refusal.message)]));
      },
    });
    await refuseRenamed(tx, ctx, own.filter(isPart), judging);
    if (!publishing || own.some((line) => isRefused(judging, line))) return;
    for (const { tipo, chave, conteudo } of last)
      await kindRules(tipo).requireRights?.(within, before.get(`${tipo}/${chave}`) ?? null, conteudo);
  });
}

/** A row that its command stored under another key than the line's could never be told from one that somebody changed. */
async function refuseRenamed(tx: Tx, ctx: Context, lines: readonly PartLine[], judging: Judging) {
  const kinds = lines.map(({ tipo }) => tipo);
  const standing = await standingOf(tx, ctx, kinds);
  for (const line of lines) {
    const planned = judging.plan.get(lineName(line));
    if (planned && planned.acao !== 'RECUSAR' && !standing(line.tipo, line.chave))
      judging.plan.set(lineName(line), refusedFor(planned, [error('', STORED_OTHERWISE)]));
  }
}

export const STORED_OTHERWISE =
  'O console guardaria este nome ou código de outra forma. Retire espaços e sinais que sobram.';

const publishedBefore = async ({ db }: Pick<Context, 'db'>, { tipo, chave }: DefinitionLine) =>
  (await publishedDefinition<Content>(db, tipo, chave))?.content ?? null;

/** As before any publication; of what uses something that arrives, tests could not find it yet. */
async function requireTested(ctx: Context, line: DefinitionLine, judging: Judging): Promise<void> {
  if (isRefused(judging, line)) return;
  const arriving = arrivingFrom(judging.outside);
  const uses = await kindRules(line.tipo).uses(line.conteudo, ctx.db, arriving);
  const others = uses.map(({ kind, key }) => nameOf(kind, key)).filter((used) => used !== lineName(line));
  if (others.some((used) => arriving.has(used))) return;
  const name = { kind: line.tipo, key: line.chave };
  await refuseUnsound(ctx, name, await publishedBefore(ctx, line), line.conteudo, arriving);
}

class TakenBack extends Error {}

/**
 * Does work in a transaction and undoes it. Writers whose rows it holds meanwhile should not wait long for a mere look, nor this
 * for them.
 */
async function takenBack(db: Context['db'], work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '2s'`);
      await tx.execute(sql`set local statement_timeout = '15s'`);
      await work(tx);
      throw new TakenBack();
    });
  } catch (thrown) {
    if (thrown instanceof TakenBack) return;
    if (isLocked(thrown))
      throw refused(
        'BANCO_OCUPADO',
        'Alguém está gravando o que este arquivo muda. Nada mudou: tente de novo em um minuto.',
      );
    if (isTooSlow(thrown))
      throw refused(
        'DEMOROU',
        'A conferência demorou demais e parou. Nada mudou: confira menos itens por vez.',
      );
    throw thrown;
  }
}

/** Does work in a savepoint; what refuses it, if anything. */
async function attempted(tx: Tx, work: (inner: Tx) => Promise<unknown>): Promise<Refusal | null> {
  try {
    await tx.transaction(work);
    return null;
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown;
    throw thrown;
  }
}

export const lineName = ({ tipo, chave }: Pick<Line, 'tipo' | 'chave'>) => `${tipo}/${chave}`;

async function planPart(
  ctx: Context & { db: Tx },
  line: PartLine,
  all: readonly StandingPart[],
  given: GivenBeside,
): Promise<PlanLine> {
  const rules = partRules(line.tipo);
  const { found, problems } = soundPart(line, all);
  const title = problems.length > 0 ? line.chave : rules.titleOf(line.conteudo);
  const planned: PlanLine = {
    ...{ tipo: line.tipo, chave: line.chave, titulo: title || line.chave, versao: found?.version ?? 0 },
    ...{ acao: 'IGUAL', mudancas: [], problemas: [] },
  };
  if (problems.length > 0) return refusedFor(planned, problems);
  if (found && isSame(found, line)) return planned;
  const refusal = await attempted(ctx.db, (inner) =>
    rules.write(inner, { ...ctx, db: inner }, line, { standing: found, given }),
  );
  if (refusal) {
    const texts = Object.values(refusal.fields ?? {});
    return refusedFor(
      planned,
      (texts.length > 0 ? texts : [refusal.message]).map((text) => error('', text)),
    );
  }
  return {
    ...planned,
    acao: found ? 'ALTERAR' : 'CRIAR',
    mudancas: rules
      .changes(found?.content ?? null, line.conteudo)
      .slice(0, MAX_CHANGES)
      .map(({ pointer, sentence }) => ({ ponteiro: pointer, frase: sentence })),
    problemas: [],
  };
}

const refusedFor = (planned: PlanLine, problems: readonly DefinitionProblem[]): PlanLine => ({
  ...planned,
  acao: 'RECUSAR',
  mudancas: [],
  problemas: problems.map(problemOf),
});

/** Each definition as if the others were published with it, one at a time, since a file holds up to five hundred. */
async function planDefinitions(
  ctx: Context,
  lines: readonly DefinitionLine[],
  plan: Map<string, PlanLine>,
  all: readonly DefinitionLine[] = lines,
): Promise<void> {
  const arriving = new Map(arrivingFrom(all));
  const own = new Set(lines.map(lineName));
  let waiting = lines;
  while (waiting.length > 0) {
    const lost = new Set<string>();
    for (const line of waiting) {
      const planned = await planDefinition(line, arriving, ctx);
      plan.set(lineName(line), planned);
      if (planned.acao === 'RECUSAR') lost.add(lineName(line));
    }
    const sound = all.filter(
      (line) => own.has(lineName(line)) && plan.get(lineName(line))?.acao !== 'RECUSAR',
    );
    waiting = await linesUsing(ctx.db, lost, sound, arriving);
    for (const name of lost) arriving.delete(name);
  }
}

/** The lines that use one of these, which are still among what arrives. */
async function linesUsing(
  db: Executor,
  lost: ReadonlySet<string>,
  lines: readonly DefinitionLine[],
  arriving: Arriving,
): Promise<DefinitionLine[]> {
  const found: DefinitionLine[] = [];
  if (lost.size === 0) return found;
  for (const line of lines) {
    const uses = await kindRules(line.tipo).uses(line.conteudo, db, arriving);
    if (uses.some(({ kind, key }) => lost.has(nameOf(kind, key)))) found.push(line);
  }
  return found;
}

async function planDefinition(line: DefinitionLine, arriving: Arriving, ctx: Context): Promise<PlanLine> {
  const name = { kind: line.tipo, key: line.chave };
  const rules = kindRules(line.tipo);
  const [row] = await ctx.db.select().from(definitions).where(isDefinition(name));
  const before = (await versionRow(ctx.db, name, row?.publishedVersion ?? null))?.content as
    | Content
    | undefined;
  const problems = await allProblems(ctx, name, before ?? null, line.conteudo, { arriving });
  if (rules.keyOf(line.conteudo) !== line.chave)
    problems.push(error('', `O conteúdo é de "${rules.keyOf(line.conteudo)}", não de "${line.chave}".`));
  if (row?.draft)
    problems.push(
      warning(
        '',
        'Há um rascunho em andamento: importar como rascunho o substitui, publicar o deixa como está.',
      ),
    );
  if (row?.archivedAt) problems.push(error('', 'Está arquivada aqui. Desarquive-a antes de importar.'));
  const same = before && contentHash(before) === contentHash(line.conteudo);
  return {
    tipo: line.tipo,
    chave: line.chave,
    titulo: rules.titleOf(line.conteudo) || line.chave,
    versao: row?.version ?? 0,
    acao: !isSound(problems) ? 'RECUSAR' : same ? 'IGUAL' : before || row ? 'ALTERAR' : 'CRIAR',
    mudancas: changes(line.tipo, before, line.conteudo),
    problemas: problems.map(problemOf),
  };
}

/** A line of a kind that the user may not change; it is not compared with the current content. */
const foreignLine = ({ tipo, chave }: Line, mayTry: boolean): PlanLine => ({
  tipo,
  chave,
  titulo: chave,
  versao: 0,
  acao: 'RECUSAR',
  mudancas: [],
  problemas: [
    problemOf(
      error(
        '',
        mayTry || !isPartKind(tipo)
          ? 'Você não pode mudar este tipo de item.'
          : 'Só quem publica definições traz este tipo de item de um arquivo.',
      ),
    ),
  ],
});
