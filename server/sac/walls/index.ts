import { desc, eq } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { Input } from '#contract/route.ts';
import { type BlockSource, isSource } from '#contract/rules/dashboards/blockSources.ts';
import { filterParameters } from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardBlock } from '#contract/rules/dashboards/dashboard.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { initialValues } from '#contract/rules/reports/parameterValues.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { type Wall, type WallBlock, wallRoutes } from '#contract/sac/reports/walls.ts';
import { senderBrand } from '../../config/brand/queries.ts';
import { wrote } from '../../config/simpleRest.ts';
import type { Context, PublicContext, Reading, User } from '../../context.ts';
import { dashboardWalls, people } from '../../db/tables/index.ts';
import { notFound, Refusal, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { addressSubject, countAttempt, countPerMinute } from '../../session/backoff.ts';
import { personById } from '../../session/currentUser.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { hashToken, isToken, newToken } from '../../session/secrets.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { blockFor, blockResult, ownDashboard } from '../dashboardPages/queries.ts';
import { sourceResults } from '../homePages/queries.ts';
import { reportFor, visibleReports } from '../reports/queries.ts';

/** The prefix of every key, by which repository scanners recognise a leaked one. */
const PREFIX = 'blt_';
const VISIBLE_LENGTH = PREFIX.length + 6;

/** Dashboards on screens on the wall: an administrator makes and ends them; the screen itself holds a key and no session. */
export const wallImplementation = implement(wallRoutes, {
  list: async ({ query }, { db }) =>
    (await walls(db).where(eq(dashboardWalls.dashboardKey, query.painel))).map(shown),
  // No `command`, like the other calls that answer a secret: it would keep the secret with the key of the call.
  async create({ body }, ctx) {
    const { key } = await ownDashboard(ctx, body.painel);
    const secret = `${PREFIX}${newToken()}`;
    const set = {
      ...{ name: plainText(body.nome).trim(), dashboardKey: key, createdById: ctx.user.id },
      ...{ prefix: secret.slice(0, VISIBLE_LENGTH), secretHash: hashToken(secret) },
    };
    const id = await ctx.db.transaction(async (tx) => {
      const [row] = await tx.insert(dashboardWalls).values(set).returning({ id: dashboardWalls.id });
      if (!row) throw new Error('the wall was not written');
      await audit(tx, ctx, {
        ...{ action: 'CRIAR', entity: 'dashboard_walls', entityId: row.id },
        after: { nome: set.name, painel: key, inicio: set.prefix },
      });
      return row.id;
    });
    const message = 'Telão criado. Copie o endereço agora: ele não é mostrado de novo.';
    return { id, data: { id, message, chave: secret } };
  },
  revoke: ({ params, body }, ctx) =>
    ctx.db.transaction(async (tx) => {
      const [before] = await tx
        .select()
        .from(dashboardWalls)
        .where(eq(dashboardWalls.id, params.id))
        .for('update');
      if (!before) throw notFound();
      if (before.revokedAt) return wrote(before.id, 'Este telão já estava revogado.');
      await requireVersion(tx, body.versao, {
        ...{ entity: 'dashboard_walls', entityId: before.id, version: before.version, name: 'este telão' },
      });
      const revokedAt = ctx.now();
      await tx
        .update(dashboardWalls)
        .set({ revokedAt, updatedAt: revokedAt, version: before.version + 1 })
        .where(eq(dashboardWalls.id, before.id));
      await audit(tx, ctx, {
        ...{ action: 'REVOGAR', entity: 'dashboard_walls', entityId: before.id },
        ...{ before: { revogado: null }, after: { revogado: revokedAt.toISOString() } },
      });
      return wrote(before.id, 'Telão revogado. A tela deixa de mostrar na próxima atualização.');
    }),
  async page({ body }, asked) {
    const { ctx, content } = await opened(body.chave, asked);
    const reports = new Map((await visibleReports(ctx)).map((report) => [report.key, report]));
    const { nome } = await senderBrand(ctx);
    const data = {
      ...{ titulo: content.titulo, empresa: nome },
      atualizaACada: content.atualizaACada ?? USUAL_MINUTES,
      fuso: await zoneOf(ctx.db, ctx.user),
      blocos: content.blocos
        .filter(isForWall(ctx.user))
        .map((block) => blockFor(block, reports, ctx.user))
        .filter(({ acesso }) => acesso),
    };
    return { data };
  },
  block: async (input, asked) => ({ data: await wallBlock(input, asked) }),
});

const USUAL_MINUTES = 5;
/** Unknown keys from one address until each further one has to wait. */
const FREE_GUESSES = 10;
/** How often a wall may read each of its blocks within a minute, counting every screen that has its address. */
const READS_PER_MINUTE = 4;
/** The minimum time between writes of a wall's last use, in milliseconds. */
const LAST_USE_INTERVAL = 60_000;

/** Counts of all tickets that the author sees, which name nobody. */
const OF_ALL: readonly BlockSource[] = ['tickets-por-situacao'];
/** Sales of the whole team, unless the author sees only their own. */
const OF_TEAM: readonly BlockSource[] = ['minhas-vendas', 'meta-do-mes'];

/** What is one person's work, or leads somewhere, is not for a wall. */
const isForWall =
  (author: User) =>
  ({ fonte }: DashboardBlock): boolean =>
    fonte === undefined || OF_ALL.includes(fonte) || (OF_TEAM.includes(fonte) && seesOthersAgendas(author));

/**
 * The dashboard of a key, and the person as whom it is read: its author as they are now, without personal data and without names.
 * Unknown, revoked and orphaned keys give the same error.
 */
async function opened(secret: string, asked: PublicContext) {
  const { db, now } = asked;
  const [wall] =
    secret.startsWith(PREFIX) && isToken(secret.slice(PREFIX.length))
      ? await db
          .select()
          .from(dashboardWalls)
          .where(eq(dashboardWalls.secretHash, hashToken(secret)))
      : [];
  const author = wall && !wall.revokedAt ? await personById(db, wall.createdById) : null;
  if (!wall || !author || !allows(author.grants, 'CONFIGURACAO_CHAVES')) {
    await countAttempt(asked, [{ subject: `telao:${addressSubject(asked.ip)}`, free: FREE_GUESSES }]);
    throw notFound();
  }
  const user: User = {
    ...author,
    grants: author.grants.map((module) => ({
      ...module,
      autorizado: module.autorizado && module.nome !== 'DADOS_PESSOAIS',
    })),
    wall: wall.id,
  };
  const ctx = { ...asked, user } as Context;
  const dashboard = await ownDashboard(ctx, wall.dashboardKey);
  const reads = READS_PER_MINUTE * (dashboard.content.blocos.length + 1);
  await countPerMinute(asked, `telao:${wall.id}`, reads);
  if (now().getTime() - (wall.lastUsedAt?.getTime() ?? 0) >= LAST_USE_INTERVAL)
    await db.update(dashboardWalls).set({ lastUsedAt: now() }).where(eq(dashboardWalls.id, wall.id));
  return { ctx, ...dashboard };
}

async function wallBlock({ body }: Input<typeof wallRoutes.block>, asked: PublicContext): Promise<WallBlock> {
  const { ctx, content, key } = await opened(body.chave, asked);
  const block = content.blocos.filter(isForWall(ctx.user)).find(({ chave }) => chave === body.bloco);
  if (!block || block.tipo === 'TEXTO') throw notFound();
  if (isSource(block.fonte)) {
    const [fonte] = await sourceResults(ctx, [block.fonte]);
    const itens = (fonte?.itens ?? []).map((each) => ({ ...each, caminho: null }));
    return { resultado: null, fonte: fonte ? { ...fonte, itens, todos: null } : null };
  }
  const filters = content.filtros ?? [];
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  const { resultado } = await blockResult(ctx, {
    ...{ dashboard: key, report: await reportFor(ctx, block.relatorio ?? ''), block },
    common: filters.map(({ filtro }) => filtro),
    given: initialValues(filterParameters(filters), today),
  }).catch((error) => {
    throw error instanceof Refusal && error.code === 'RELATORIO_PESSOAL' ? showsNames() : error;
  });
  if (resultado.linhas.some((row) => row.some(isMask))) throw showsNames();
  return {
    fonte: null,
    resultado: {
      ...{ ...resultado, filtros: '', detalhe: null },
      colunas: resultado.colunas.map(({ abre: _, ...column }) => column),
    },
  };
}

const showsNames = () =>
  refused('TELAO_NOMES', 'Este bloco mostra nomes ou dados de pessoas, e não aparece no telão.');

const walls = (db: Reading<'db'>['db']) =>
  db
    .select({ wall: dashboardWalls, author: people.name })
    .from(dashboardWalls)
    .innerJoin(people, eq(people.id, dashboardWalls.createdById))
    .orderBy(desc(dashboardWalls.id))
    .$dynamic();

const shown = ({ wall, author }: { wall: typeof dashboardWalls.$inferSelect; author: string }): Wall => ({
  ...{ id: wall.id, nome: wall.name, painel: wall.dashboardKey, inicio: wall.prefix, autor: author },
  criado: wall.createdAt.toISOString(),
  ultimoUso: wall.lastUsedAt?.toISOString() ?? null,
  revogado: wall.revokedAt?.toISOString() ?? null,
  versao: wall.version,
});
