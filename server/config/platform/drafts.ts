import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { platformRoutes } from '../../../contract/config/platform.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import { drafts } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { plainText } from '../../plainText.ts';

/** Drafts of one person; of more, those that were touched longest ago go. */
const MOST_DRAFTS = 200;
/** Bytes of one draft as JSON: texts and the records of files, never the files themselves. */
const MAX_BYTES = 256 * 1024;

type Routes = typeof platformRoutes;
type Row = typeof drafts.$inferSelect;

export async function draft(
  { params }: Input<Routes['draft']>,
  ctx: Context,
): Promise<Output<Routes['draft']>> {
  return { data: await find(ctx, params.objeto) };
}

/**
 * Keeps unfinished work. With `versao` (0: there is none yet) it is refused when another page or device has saved,
 * sent or discarded it in between; the answer carries what now stands.
 */
export async function saveDraft(
  { params, body }: Input<Routes['saveDraft']>,
  ctx: Context,
): Promise<Output<Routes['saveDraft']>> {
  const content = asJson(body.conteudo);
  if (Buffer.byteLength(content) > MAX_BYTES) throw tooLarge();
  const saved = await write(ctx, params.objeto, content, body.versao);
  if (!saved) throw outdated(await find(ctx, params.objeto));
  if (saved.version === 1) await forgetOldest(ctx);
  return { data: shown(saved) };
}

export async function removeDraft(
  { params }: Input<Routes['removeDraft']>,
  ctx: Context,
): Promise<Output<Routes['removeDraft']>> {
  await ctx.db.delete(drafts).where(mine(ctx, params.objeto));
  return { data: { message: 'Rascunho descartado.' } };
}

const mine = ({ user }: Context, object: string) =>
  and(eq(drafts.personId, user.id), eq(drafts.object, object));

async function find(ctx: Context, object: string) {
  const [row] = await ctx.db.select().from(drafts).where(mine(ctx, object));
  return row ? shown(row) : null;
}

const shown = (row: Row) => ({
  objeto: row.object,
  conteudo: row.content,
  atualizado: row.updatedAt.toISOString(),
  versao: row.version,
});

async function write(
  ctx: Context,
  object: string,
  json: string,
  expected: number | undefined,
): Promise<Row | undefined> {
  // A JSON text as parameter: a bare string or null as content would else be taken for SQL values.
  const content = sql`${json}::jsonb`;
  const next = { content, updatedAt: ctx.now(), version: sql`${drafts.version} + 1` };
  if (expected) {
    const [row] = await ctx.db
      .update(drafts)
      .set(next)
      .where(and(mine(ctx, object), eq(drafts.version, expected)))
      .returning();
    return row;
  }
  const insert = ctx.db
    .insert(drafts)
    .values({ personId: ctx.user.id, object, content, updatedAt: ctx.now() });
  const [row] = await (expected === 0
    ? insert.onConflictDoNothing().returning()
    : insert.onConflictDoUpdate({ target: [drafts.personId, drafts.object], set: next }).returning());
  return row;
}

/** Nobody has so much in hand: without an end a single account could fill the disk. */
const forgetOldest = ({ db, user }: Context) =>
  db
    .delete(drafts)
    .where(
      and(
        eq(drafts.personId, user.id),
        inArray(
          drafts.object,
          db
            .select({ object: drafts.object })
            .from(drafts)
            .where(eq(drafts.personId, user.id))
            .orderBy(desc(drafts.updatedAt), desc(drafts.object))
            .offset(MOST_DRAFTS),
        ),
      ),
    );

/** Without the characters that a jsonb column refuses. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'string' ? plainText(each) : each)) ?? 'null';

const tooLarge = () =>
  new Refusal(
    413,
    'RASCUNHO_GRANDE',
    'O rascunho passou do tamanho que pode ser guardado. Envie-o agora ou reduza o texto.',
  );

const outdated = (current: Awaited<ReturnType<typeof find>>) =>
  new Refusal(
    409,
    'CONFLITO',
    'Este rascunho foi alterado em outra página ou aparelho. Escolha qual versão fica.',
    undefined,
    { atual: current },
  );
