import { and, eq, gt, sql } from 'drizzle-orm';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { auditLog } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';

/** All that somebody is told of a customer whom others serve: neither name nor code (DOMAIN.md 12). */
export const FOREIGN_DOCUMENT = 'Este documento já é de um cliente da empresa.';

/** More foreign documents than a day of selling brings, and it is no selling any more. */
const MOST_FOREIGN_A_DAY = 20;
const ASKED = 'CONSULTAR_DOCUMENTO';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Before any document is answered for: who asked for too many foreign ones is told nothing more today. */
export async function requireFewForeign(ctx: Context): Promise<void> {
  if ((await askedToday(ctx.db, ctx)) >= MOST_FOREIGN_A_DAY) throw await refusal(ctx);
}

/**
 * Keeps that a foreign document was asked for, and refuses the one too many. Apart from what goes on: a refused
 * registration counts all the same.
 */
export async function keepForeignAsked(ctx: Context, document: string): Promise<void> {
  const isKept = await ctx.db.transaction(async (tx) => {
    // Of many calls at once each is counted before the next is answered.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}, ${ctx.user.id})`);
    if ((await askedToday(tx, ctx)) >= MOST_FOREIGN_A_DAY) return false;
    await audit(tx, ctx, { action: ASKED, entity: 'documents', entityId: document });
    return true;
  });
  if (!isKept) throw await refusal(ctx);
}

/** Kept in the audit by itself. */
async function refusal(ctx: Context): Promise<Refusal> {
  await audit(ctx.db, ctx, {
    action: 'RECUSAR_CONSULTAS',
    entity: 'people',
    entityId: ctx.user.id,
    after: { documentosConsultados: MOST_FOREIGN_A_DAY },
  });
  return new Refusal(
    429,
    'CONSULTAS_DEMAIS',
    `Você consultou mais de ${MOST_FOREIGN_A_DAY} documentos de outros clientes da empresa em um dia. Peça a um supervisor que confira o próximo, ou tente amanhã.`,
  );
}

/** Any number that nothing else locks persons by. */
const LOCK = 7_225_252;

const askedToday = (db: Executor, { user, now }: Context): Promise<number> =>
  db.$count(
    auditLog,
    and(
      eq(auditLog.personId, user.viewer?.id ?? user.id),
      eq(auditLog.action, ASKED),
      gt(auditLog.at, new Date(now().getTime() - DAY_MS)),
    ),
  );
