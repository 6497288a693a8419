import { and, asc, eq, isNull } from 'drizzle-orm';
import { type BannerInput, BannerRecord, bannerRoutes } from '#contract/callcenter/homeContent.ts';
import type { Input } from '#contract/route.ts';
import { type OpensTarget, opensProblem } from '#contract/rules/sales/showcase.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { MissingFile } from '../../adapters/files/fileStore.ts';
import { wrote } from '../../config/simpleRest.ts';
import type { Context } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { banners, branches, faqArticles, files } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { requirePeriod } from '../../paging/paging.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { ofBranches } from '../home/queries.ts';

const bannerRow = rowOf(banners, {
  entity: 'banners',
  name: 'este banner',
  words: {
    title: 'titulo',
    text: 'texto',
    opens: 'abre',
    branchId: 'idFil',
    startsOn: 'inicio',
    endsOn: 'fim',
    position: 'ordem',
    active: 'ativo',
    imageId: 'idImagem',
  },
  read: { schema: BannerRecord, of: oneBanner },
});

type Row = typeof banners.$inferSelect;

/** All banners, including those of other branches and months, in the order of the home page. */
export async function bannerList({ db, now }: Pick<Context, 'db' | 'now'>): Promise<BannerRecord[]> {
  const [rows, nameOf] = await Promise.all([
    db.select().from(banners).orderBy(asc(banners.position), asc(banners.id)),
    branchNames(db),
  ]);
  return rows.map((row) => shown(row, nameOf(row.branchId), now()));
}

export async function oneBanner(
  { db, now }: Pick<Context, 'now'> & { db: Executor },
  id: number,
): Promise<BannerRecord> {
  const [row] = await db.select().from(banners).where(eq(banners.id, id));
  if (!row) throw notFound();
  return shown(row, (await branchNames(db))(row.branchId), now());
}

const PICTURE = /^image\/(jpeg|png|webp)$/;

/** Limit per kind: the home page is read at a glance. */
const MAX_ITEMS = 50;

export const createBanner = command(bannerRoutes.create, async (tx, ctx, { body }) => {
  requireRoom(await countLocked(tx, banners), 'banners');
  const set = { ...(await checked(tx, body)), imageId: await linkImage(tx, ctx, body, null) };
  const row = await bannerRow.create(tx, ctx, { body, set, apart: ['arquivo'] });
  return wrote(row.id, `Banner "${row.title}" criado.`);
});

export const updateBanner = command(bannerRoutes.update, async (tx, ctx, { params: { id }, body }) => {
  const before = await bannerRow.lock(tx, ctx, { id, versao: body.versao });
  const imageId = await linkImage(tx, ctx, body, before.imageId);
  const row = await bannerRow.change(tx, ctx, before, {
    body,
    set: { ...(await checked(tx, body)), imageId },
    apart: ['arquivo'],
    parts: async () => {
      if (imageId !== before.imageId) await releaseImage(tx, before.imageId);
    },
  });
  return wrote(id, `Banner "${row.title}" salvo.`);
});

export const removeBanner = command(bannerRoutes.remove, async (tx, ctx, { params: { id } }) => {
  const row = await bannerRow.lock(tx, ctx, { id });
  await bannerRow.remove(tx, ctx, row);
  await releaseImage(tx, row.imageId);
  return wrote(id, `Banner "${row.title}" excluído.`);
});

async function checked(tx: Tx, body: BannerInput) {
  const { titulo, texto, abre } = plainTexts({ titulo: body.titulo, texto: body.texto, abre: body.abre });
  requirePeriod(body.inicio, body.fim, 'fim');
  return {
    title: titulo.trim(),
    text: texto.trim(),
    opens: await requireOpens(tx, abre),
    branchId: await requireBranch(tx, body.idFil),
    startsOn: body.inicio,
    endsOn: body.fim,
    position: body.ordem,
    active: body.ativo,
  };
}

function shown(row: Row, branch: string, now: Date): BannerRecord {
  return {
    id: row.id,
    titulo: row.title,
    texto: row.text,
    abre: row.opens.tipo ? row.opens : { tipo: 'NADA' },
    idFil: row.branchId || null,
    filial: branch,
    inicio: row.startsOn,
    fim: row.endsOn,
    ordem: row.position,
    ativo: row.active,
    idImagem: row.imageId,
    situacao: situationOf(row, localDate(now, DEFAULT_TIME_ZONE)),
    versao: row.version,
  };
}

function situationOf({ active, startsOn, endsOn }: Row, today: string): BannerRecord['situacao'] {
  if (!active) return 'PARADO';
  if (startsOn > today) return 'AGENDADO';
  return endsOn < today ? 'ENCERRADO' : 'NO_AR';
}

/** Resolves the banner's picture: a newly uploaded one is linked to it, and the current one may stay. */
async function linkImage(
  tx: Tx,
  { user, now }: Pick<Context, 'user' | 'now'>,
  { arquivo, idImagem }: BannerInput,
  before: string | null,
): Promise<string | null> {
  if (!arquivo) return idImagem && idImagem === before ? before : null;
  const [file] = await tx
    .select({ id: files.id, mime: files.mime })
    .from(files)
    .where(and(eq(files.id, arquivo.id), eq(files.ownerId, user.id), isNull(files.linkedAt)))
    .for('update');
  if (!file) throw invalid({ arquivo: 'Imagem não encontrada. Envie-a de novo.' });
  if (!PICTURE.test(file.mime)) throw invalid({ arquivo: 'Envie uma imagem JPG, PNG ou WebP.' });
  await tx.update(files).set({ linkedAt: now() }).where(eq(files.id, file.id));
  return file.id;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A picture that no banner shows any more is swept like any unused upload. */
async function releaseImage(tx: Tx, imageId: string | null): Promise<void> {
  if (imageId && UUID.test(imageId))
    await tx.update(files).set({ linkedAt: null }).where(eq(files.id, imageId));
}

/** Serves only pictures of banners for the user's branches. */
export async function bannerImage(
  { params }: Input<typeof bannerRoutes.image>,
  { db, user, files: store }: Context,
): Promise<FileAnswer> {
  const [found] = await db
    .select({ name: files.name, mime: files.mime, size: files.size, storedAs: files.storedAs })
    .from(banners)
    .innerJoin(files, and(eq(files.id, params.idImagem), eq(banners.imageId, params.idImagem)))
    .where(ofBranches(user, banners.branchId))
    .limit(1);
  if (!found || !PICTURE.test(found.mime)) throw notFound();
  const content = await store.get(found.storedAs).catch((error: unknown) => {
    throw error instanceof MissingFile ? notFound() : error;
  });
  return { content, name: found.name, mime: found.mime, size: found.size, inline: true, keep: true };
}

export function requireRoom(count: number, noun: string): void {
  if (count >= MAX_ITEMS)
    throw refused('ITENS_DEMAIS', `Já há ${MAX_ITEMS} ${noun}. Exclua o que não se usa mais antes de criar.`);
}

/** The link's target must exist and belong to this console. */
export async function requireOpens(db: Executor, { tipo, valor = '' }: OpensTarget): Promise<OpensTarget> {
  const given = valor.trim();
  const problem = opensProblem({ tipo, valor: given });
  if (problem) throw invalid({ 'abre.valor': problem });
  if (tipo === 'ARTIGO' && !(await db.$count(faqArticles, eq(faqArticles.id, Number(given)))))
    throw invalid({ 'abre.valor': 'Este artigo não existe.' });
  return given && tipo !== 'NADA' && tipo !== 'CAMPANHA' ? { tipo, valor: given } : { tipo };
}

/** `null` means every branch, which the table stores as 0. */
export async function requireBranch(db: Executor, id: number | null): Promise<number> {
  if (id === null) return 0;
  if (!(await db.$count(branches, eq(branches.id, id)))) throw invalid({ idFil: 'Esta filial não existe.' });
  return id;
}

export async function branchNames(db: Executor): Promise<(id: number) => string> {
  const rows = await db.select({ id: branches.id, name: branches.tradeName }).from(branches);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === 0 ? 'Todas' : (names.get(id) ?? `Filial ${id}`));
}
