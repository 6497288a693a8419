import { and, desc, eq, like, sql } from 'drizzle-orm';
import type { platformRoutes } from '#contract/config/platform.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import { drafts } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { lockDraft, refuseEndedDraft } from '../../writing/draftEnding.ts';
import { KEPT_SUFFIX } from '../../writing/movedDrafts.ts';

/**
 * Limits for one person's drafts: their number and total size in bytes. Further ones are refused with a message, and none is
 * dropped.
 */
const MAX_DRAFTS = 2000;
const MAX_DRAFT_BYTES = 50 * 1024 * 1024;
/** Maximum size of one draft as JSON, in bytes. It contains texts and file records, never the files themselves. */
const MAX_BYTES = 256 * 1024;
/** Longer drafts are checked against the limit on each save, shorter ones only on the first. */
const SMALL = 4096;

type Routes = typeof platformRoutes;
type Row = typeof drafts.$inferSelect;

export async function draft(
  { params }: Input<Routes['draft']>,
  ctx: Context,
): Promise<Output<Routes['draft']>> {
  const storedDrafts = await ctx.db
    .select({ object: drafts.object, updatedAt: drafts.updatedAt })
    .from(drafts)
    .where(and(eq(drafts.personId, ctx.user.id), like(drafts.object, `${params.objeto}${KEPT_SUFFIX}%`)))
    .orderBy(desc(drafts.updatedAt), desc(drafts.object));
  return { data: await find(ctx, params.objeto), guardados: storedDrafts.map(shownKept) };
}

/**
 * Saves unfinished work. With `versao` (0: none exists yet) it is refused if another page or device saved, sent or discarded
 * it in the meantime; the response contains the current draft. With `id`, a draft that was sent cannot be saved again: 409
 * RASCUNHO_ENVIADO says what it became.
 */
export async function saveDraft(
  { params, body }: Input<Routes['saveDraft']>,
  ctx: Context,
): Promise<Output<Routes['saveDraft']>> {
  const content = asJson(body.conteudo);
  if (Buffer.byteLength(content) > MAX_BYTES) throw tooLarge();
  return {
    // No `command`: every save says which version it replaces, and the whole content would be kept a second time.
    data: await ctx.db.transaction(async (db) => {
      const own = { ...ctx, db };
      if (body.id) {
        await lockDraft(db, body.id);
        await refuseEndedDraft(db, body.id);
      }
      const saved = await write(own, params.objeto, content, body);
      if (!saved) throw outdated(await find(own, params.objeto));
      if (!body.versao || content.length > SMALL) await checkRoom(own);
      return shown(saved);
    }),
  };
}

/** Sets a draft aside under its own name; refused if another page or device changed it in the meantime. */
export async function keepDraft(
  { params, body }: Input<Routes['keepDraft']>,
  ctx: Context,
): Promise<Output<Routes['keepDraft']>> {
  const [kept] = await ctx.db
    .update(drafts)
    .set({ object: `${params.objeto}${KEPT_SUFFIX}${ctx.now().getTime()}-${body.versao}` })
    .where(and(isOwnDraft(ctx, params.objeto), eq(drafts.version, body.versao)))
    .returning();
  if (!kept) throw outdated(await find(ctx, params.objeto));
  return { data: shownKept(kept) };
}

export async function removeDraft(
  { params }: Input<Routes['removeDraft']>,
  ctx: Context,
): Promise<Output<Routes['removeDraft']>> {
  await ctx.db.delete(drafts).where(isOwnDraft(ctx, params.objeto));
  return { data: { message: 'Rascunho descartado.' } };
}

const isOwnDraft = ({ user }: Context, object: string) =>
  and(eq(drafts.personId, user.id), eq(drafts.object, object));

async function find(ctx: Context, object: string) {
  const [row] = await ctx.db.select().from(drafts).where(isOwnDraft(ctx, object));
  return row ? shown(row) : null;
}

const shownKept = ({ object, updatedAt }: Pick<Row, 'object' | 'updatedAt'>) => ({
  objeto: object,
  atualizado: updatedAt.toISOString(),
});

const shown = (row: Row) => ({
  id: row.draftId,
  objeto: row.object,
  conteudo: row.content,
  atualizado: row.updatedAt.toISOString(),
  versao: row.version,
});

async function write(
  ctx: Context,
  object: string,
  json: string,
  { versao: expected, id: draftId }: { versao?: number; id?: string },
): Promise<Row | undefined> {
  // Passed as JSON text, because a bare string or null would otherwise be taken for an SQL value.
  const content = sql`${json}::jsonb`;
  const next = {
    content,
    updatedAt: ctx.now(),
    version: sql`${drafts.version} + 1`,
    ...(draftId && { draftId }),
  };
  if (expected) {
    const [row] = await ctx.db
      .update(drafts)
      .set(next)
      .where(and(isOwnDraft(ctx, object), eq(drafts.version, expected)))
      .returning();
    return row;
  }
  const insert = ctx.db.insert(drafts).values({
    personId: ctx.user.id,
    object,
    content,
    updatedAt: ctx.now(),
    ...(draftId && { draftId, version: nextVersion(ctx, draftId) }),
  });
  const [row] = await (expected === 0
    ? insert.onConflictDoNothing().returning()
    : insert.onConflictDoUpdate({ target: [drafts.personId, drafts.object], set: next }).returning());
  return row;
}

/** No two copies of a draft have the same version, so that a sending can say which of them it sends. */
const nextVersion = ({ user }: Context, draftId: string) =>
  sql`(select coalesce(max(${drafts.version}), 0) + 1 from ${drafts}
    where ${drafts.personId} = ${user.id} and ${drafts.draftId} = ${draftId})`;

/** Without a limit a single account could fill the disk. */
async function checkRoom({ db, user }: Context): Promise<void> {
  const [held] = await db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`sum(pg_column_size(${drafts.content}))::float8`,
    })
    .from(drafts)
    .where(eq(drafts.personId, user.id));
  if (held && (held.count > MAX_DRAFTS || held.bytes > MAX_DRAFT_BYTES)) throw noRoom();
}

/** Removes the characters that a jsonb column rejects. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'string' ? plainText(each) : each)) ?? 'null';

const tooLarge = () =>
  new Refusal(
    413,
    'RASCUNHO_GRANDE',
    'O rascunho passou do tamanho que pode ser salvo. Envie-o agora ou reduza o texto.',
  );

const noRoom = () =>
  new Refusal(
    413,
    'RASCUNHOS_DEMAIS',
    'Você tem rascunhos demais salvos. Envie ou descarte algum para que este também seja salvo.',
  );

const outdated = (current: Awaited<ReturnType<typeof find>>) =>
  new Refusal(
    409,
    'CONFLITO',
    'Este rascunho foi alterado em outra página ou aparelho. Escolha qual versão fica.',
    undefined,
    { atual: current },
  );
