import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  CannedReply,
  type CannedReplyInput,
  cannedReplyRoutes,
} from '#contract/config/texts/cannedReplies.ts';
import type { Executor, Tx } from '../db/client.ts';
import { containing } from '../db/conditions.ts';
import { cannedReplies, people, sectors } from '../db/tables/index.ts';
import { invalid, notFound } from '../errors.ts';
import { foreignHtml } from '../foreign/foreignHtml.ts';
import { implement } from '../implement.ts';
import { isBlankHtml } from '../text/cleanHtml.ts';
import { plainText } from '../text/plainText.ts';
import { command } from '../writing/command.ts';
import { rowOf } from '../writing/row.ts';
import { isId, isSearch, simpleList, wrote } from './simpleRest.ts';

const replies = rowOf(cannedReplies, {
  entity: 'canned_replies',
  name: 'esta resposta',
  words: {
    title: 'titulo',
    html: 'html',
    sectorId: ['idSetor', 'setor'],
  },
  read: { schema: CannedReply, of: ({ db }, id) => oneReply(db, id) },
});

/** Frequently used replies: maintained by those with the permission, offered to everyone who answers tickets. */
export const cannedReplyImplementation = implement(cannedReplyRoutes, {
  list: async ({ query }, ctx) =>
    (
      await simpleList(ctx, query, {
        name: 'respostas',
        id: cannedReplies.id,
        sorts: { titulo: byTitle, atualizado: cannedReplies.updatedAt },
        filters: {
          q: (value) =>
            isSearch(value)
              ? sql`fold_text(${cannedReplies.title} || ' ' || ${cannedReplies.html}) like ${containing(value)}`
              : undefined,
          idSetor: (value) => (isId(value) ? eq(cannedReplies.sectorId, Number(value)) : undefined),
        },
        usual: { field: 'atualizado', order: 'DESC' },
        rows: (where, order, { first, size }) =>
          selectReplies(ctx.db)
            .where(where)
            .orderBy(...order)
            .limit(size)
            .offset(first),
        count: (where) => ctx.db.$count(cannedReplies, where),
      })
    ).map(shown),
  get: ({ params }, { db }) => oneReply(db, params.id),
  create: command(cannedReplyRoutes.create, async (tx, ctx, { body }) => {
    const row = await replies.create(tx, ctx, { body, set: await checked(tx, body) });
    return wrote(row.id, 'Resposta pronta criada.');
  }),
  update: command(cannedReplyRoutes.update, async (tx, ctx, { params: { id }, body }) => {
    const before = await replies.lock(tx, ctx, { id, versao: body.versao });
    await replies.change(tx, ctx, before, { body, set: await checked(tx, body, id) });
    return wrote(id, 'Resposta pronta salva.');
  }),
  remove: command(cannedReplyRoutes.remove, async (tx, ctx, { params: { id } }) => {
    await replies.remove(tx, ctx, await replies.lock(tx, ctx, { id }));
    return wrote(id, 'Resposta pronta excluída.');
  }),
  async offered({ query: { setor } }, { db, user }) {
    const own = db.select({ id: people.sectorId }).from(people).where(eq(people.id, user.id));
    const rows = await selectReplies(db)
      .where(
        or(
          isNull(cannedReplies.sectorId),
          inArray(cannedReplies.sectorId, own),
          setor ? eq(cannedReplies.sectorId, setor) : undefined,
        ),
      )
      .orderBy(asc(byTitle), asc(cannedReplies.id))
      .limit(MAX_OFFERED);
    return rows.map(shown);
  },
});

const MAX_OFFERED = 500;
const byTitle = sql`${cannedReplies.title} collate pt_br`;

async function oneReply(db: Executor, id: number): Promise<CannedReply> {
  const [row] = await selectReplies(db).where(eq(cannedReplies.id, id));
  if (!row) throw notFound();
  return shown(row);
}

/** The texts as they are kept; without a sector, a reply is for all of them. */
async function checked(tx: Tx, { titulo, html, idSetor }: CannedReplyInput, ownId?: number) {
  const title = plainText(titulo).trim();
  const cleaned = await foreignHtml(html);
  if (isBlankHtml(cleaned)) throw invalid({ html: 'Escreva o texto da resposta.' });
  if (idSetor) await requireSector(tx, idSetor);
  await refuseTitle(tx, title, ownId);
  return { title, html: cleaned, sectorId: idSetor ?? null };
}

async function requireSector(tx: Tx, id: number) {
  const [sector] = await tx
    .select({ id: sectors.id })
    .from(sectors)
    .where(and(eq(sectors.id, id), eq(sectors.active, true)));
  if (!sector) throw invalid({ idSetor: 'Setor não encontrado.' });
}

/** If two users choose the same title at once, the second waits for the lock and is refused. */
async function refuseTitle(tx: Tx, title: string, ownId: number | undefined) {
  await tx.execute(sql`lock table ${cannedReplies} in share row exclusive mode`);
  const [known] = await tx
    .select({ id: cannedReplies.id })
    .from(cannedReplies)
    .where(eq(cannedReplies.title, title));
  if (known && known.id !== ownId) throw invalid({ titulo: 'Já há uma resposta com este título.' });
}

const selectReplies = (db: Executor) =>
  db
    .select({ reply: cannedReplies, sector: sectors.name })
    .from(cannedReplies)
    .leftJoin(sectors, eq(sectors.id, cannedReplies.sectorId));

const shown = ({ reply, sector }: Awaited<ReturnType<typeof selectReplies>>[number]): CannedReply => ({
  id: reply.id,
  titulo: reply.title,
  html: reply.html,
  idSetor: reply.sectorId,
  setor: reply.sectorId === null ? null : { id: reply.sectorId, desc: sector ?? '' },
  atualizado: reply.updatedAt.toISOString(),
  versao: reply.version,
});
