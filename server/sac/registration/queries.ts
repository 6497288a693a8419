import { and, eq, gt, sql } from 'drizzle-orm';
import { documentKind, normalizeDocument } from '../../../contract/rules/documents.ts';
import { audit } from '../../audit.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { auditLog, customerBranches, customers } from '../../db/tables/index.ts';
import { invalid, Refusal } from '../../errors.ts';
import { type CustomerRow, visibleCustomer } from '../customers/queries.ts';

export const KNOWN_DOCUMENT = 'Este documento já está cadastrado.';
export const WRONG_DOCUMENT = 'CPF ou CNPJ inválido. Confira os números.';

interface Verdict {
  message?: string;
  error?: string;
  idCli?: number;
  podePedirTransferencia?: boolean;
}

/** `message`: yes; `error`: why not. A customer that the person does not serve is not named. */
export async function mayRegister(
  { params }: { params: { documento: string } },
  ctx: Context,
): Promise<Verdict> {
  const { db, user } = ctx;
  const document = normalizeDocument(params.documento);
  if (!documentKind(document)) return { error: WRONG_DOCUMENT };
  await requireFewForeign(ctx);
  const known = await customerOfDocument(db, user, document);
  if (known === null) return { message: 'Documento válido para cadastro.' };
  if (known === 'FOREIGN') {
    await keepForeignAsked(ctx, document);
    return { error: FOREIGN_DOCUMENT, podePedirTransferencia: true };
  }
  if (mayBeCompleted(known)) {
    const seen = await visibleCustomer(db, user, known.id);
    return {
      message: 'Este documento tem um pré-cadastro. Continue para completá-lo.',
      ...(seen && { idCli: known.id }),
    };
  }
  return { error: `${KNOWN_DOCUMENT} Cliente ${known.id} - ${known.tradeName}.`, idCli: known.id };
}

/**
 * Before something is registered: a foreign document is refused, and that it was asked for is kept, whatever becomes of
 * the registration.
 */
export async function refuseForeign(ctx: Context, given: string, field: 'doc' | 'documento'): Promise<void> {
  const document = normalizeDocument(given);
  if (!documentKind(document)) return;
  await requireFewForeign(ctx);
  if ((await customerOfDocument(ctx.db, ctx.user, document)) !== 'FOREIGN') return;
  await keepForeignAsked(ctx, document);
  throw invalid({ [field]: FOREIGN_DOCUMENT });
}

/** The record of a document; `FOREIGN` when somebody else has the customer in hand. */
export async function customerOfDocument(
  db: Executor,
  user: User,
  document: string,
): Promise<CustomerRow | 'FOREIGN' | null> {
  const [row] = await db.select().from(customers).where(eq(customers.document, document));
  if (!row) return null;
  const mine = (await visibleCustomer(db, user, row.id)) ?? ((await isNobodys(db, row)) && row);
  return mine || 'FOREIGN';
}

/** As an account that a consumer opened alone: no branch and no representative has it yet. */
async function isNobodys(db: Executor, { id, representativeId }: CustomerRow): Promise<boolean> {
  if (representativeId !== null) return false;
  return (await db.$count(customerBranches, eq(customerBranches.customerId, id))) === 0;
}

/** First contacts, simulations and consumers of whom only name and phone are known wait for their registration. */
export const mayBeCompleted = (row: CustomerRow): boolean =>
  row.prospect || row.simulation || isBareConsumer(row);

const isBareConsumer = ({ document, registration, address }: CustomerRow): boolean =>
  document.length === 11 && [registration, address].every((part) => Object.keys(part).length === 0);

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
async function keepForeignAsked(ctx: Context, document: string): Promise<void> {
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
