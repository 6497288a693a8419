import { and, asc, eq } from 'drizzle-orm';
import {
  BannerRecord,
  bannerRoutes,
  type ShowcaseInput,
  ShowcaseRecord,
  showcaseRoutes,
} from '#contract/callcenter/homeContent.ts';
import type { ShowcaseRule } from '#contract/rules/sales/showcase.ts';
import { simpleListOf, wrote } from '../../config/simpleRest.ts';
import type { Context } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { campaigns, products, showcases } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { countShowcases } from '../home/queries.ts';
import {
  bannerImage,
  bannerList,
  branchNames,
  createBanner,
  oneBanner,
  removeBanner,
  requireBranch,
  requireOpens,
  requireRoom,
  updateBanner,
} from './banners.ts';

const showcaseRow = rowOf(showcases, {
  entity: 'showcases',
  name: 'esta vitrine',
  words: {
    title: 'titulo',
    subtitle: 'subtitulo',
    rule: 'produtos',
    opens: 'abre',
    branchId: 'idFil',
    position: 'ordem',
    active: 'ativo',
  },
  read: { schema: ShowcaseRecord, of: oneShowcase },
});

type Row = typeof showcases.$inferSelect;

/** All showcases, in the order of the home page. */
async function showcaseList({ db }: Pick<Context, 'db'>): Promise<ShowcaseRecord[]> {
  const [rows, nameOf] = await Promise.all([
    db.select().from(showcases).orderBy(asc(showcases.position), asc(showcases.id)),
    branchNames(db),
  ]);
  return rows.map((row) => shown(row, nameOf(row.branchId)));
}

async function oneShowcase({ db }: { db: Executor }, id: number): Promise<ShowcaseRecord> {
  const [row] = await db.select().from(showcases).where(eq(showcases.id, id));
  if (!row) throw notFound();
  return shown(row, (await branchNames(db))(row.branchId));
}

const createShowcase = command(showcaseRoutes.create, async (tx, ctx, { body }) => {
  requireRoom(await countLocked(tx, showcases), 'vitrines');
  const set = await checked(tx, body);
  const row = await showcaseRow.create(tx, ctx, { body, set, parts: (written) => fill(tx, ctx, written) });
  return wrote(row.id, `Vitrine "${row.title}" criada.`);
});

const updateShowcase = command(showcaseRoutes.update, async (tx, ctx, { params: { id }, body }) => {
  const before = await showcaseRow.lock(tx, ctx, { id, versao: body.versao });
  const set = await checked(tx, body);
  const row = await showcaseRow.change(tx, ctx, before, {
    body,
    set,
    parts: (written) => fill(tx, ctx, written),
  });
  return wrote(id, `Vitrine "${row.title}" salva.`);
});

const removeShowcase = command(showcaseRoutes.remove, async (tx, ctx, { params: { id } }) => {
  const row = await showcaseRow.lock(tx, ctx, { id });
  await showcaseRow.remove(tx, ctx, row);
  return wrote(id, `Vitrine "${row.title}" excluída.`);
});

/** Best sellers are counted at once instead of waiting for the hourly job. */
const fill = async (tx: Tx, { now }: Context, { rule }: Row): Promise<void> => {
  if ((rule as Partial<ShowcaseRule>).tipo === 'MAIS_VENDIDOS') await countShowcases(tx, now());
};

async function checked(tx: Tx, body: ShowcaseInput) {
  const { titulo, subtitulo, abre, produtos } = plainTexts({
    titulo: body.titulo,
    subtitulo: body.subtitulo,
    abre: body.abre,
    produtos: body.produtos,
  });
  return {
    title: titulo.trim(),
    subtitle: subtitulo.trim(),
    rule: { ...(await requireProducts(tx, produtos)) },
    opens: await requireOpens(tx, abre),
    branchId: await requireBranch(tx, body.idFil),
    position: body.ordem,
    active: body.ativo,
  };
}

/** A showcase that no product could ever match must be a mistake. */
async function requireProducts(
  db: Executor,
  { tipo, valor = '' }: ShowcaseInput['produtos'],
): Promise<ShowcaseRule> {
  if (tipo === 'MAIS_VENDIDOS' || tipo === 'PROMOCAO') return { tipo };
  const given = valor.trim();
  const sold = (column: typeof products.brand | typeof products.salesClass) =>
    db.$count(products, and(eq(column, given), eq(products.inactive, false)));
  const found =
    tipo === 'MARCA'
      ? await sold(products.brand)
      : tipo === 'CLASSE'
        ? await sold(products.salesClass)
        : await db.$count(campaigns, eq(campaigns.id, /^\d{1,9}$/.test(given) ? Number(given) : 0));
  if (!given || found === 0) throw invalid({ 'produtos.valor': MISSING[tipo] });
  return { tipo, valor: given };
}

const MISSING = {
  MARCA: 'Escolha uma marca que tenha produtos.',
  CLASSE: 'Escolha uma classe que tenha produtos.',
  CAMPANHA: 'Escolha uma campanha que exista.',
} as const;

const ruleOf = ({ rule }: Row): ShowcaseInput['produtos'] => {
  const { tipo, valor } = rule as unknown as ShowcaseRule;
  return { tipo, ...(valor && { valor }) };
};

const shown = (row: Row, branch: string): ShowcaseRecord => ({
  id: row.id,
  titulo: row.title,
  subtitulo: row.subtitle,
  produtos: ruleOf(row),
  abre: row.opens.tipo ? row.opens : { tipo: 'NADA' },
  idFil: row.branchId || null,
  filial: branch,
  ordem: row.position,
  ativo: row.active,
  versao: row.version,
});

export const bannerImplementation = implement(bannerRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'banners', record: BannerRecord }, await bannerList(ctx)),
  get: ({ params }, ctx) => oneBanner(ctx, params.id),
  create: createBanner,
  update: updateBanner,
  remove: removeBanner,
  image: bannerImage,
});

export const showcaseImplementation = implement(showcaseRoutes, {
  list: async ({ query }, ctx) =>
    simpleListOf(ctx, query, { name: 'vitrines', record: ShowcaseRecord }, await showcaseList(ctx)),
  get: ({ params }, ctx) => oneShowcase(ctx, params.id),
  create: createShowcase,
  update: updateShowcase,
  remove: removeShowcase,
});
