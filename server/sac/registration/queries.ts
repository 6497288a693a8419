import { and, eq, gt } from 'drizzle-orm';
import { documentKind, isMissingDocument, normalizeDocument } from '#contract/rules/documents.ts';
import type { Context, User } from '../../context.ts';
import { LOCKS, lockUntilCommit } from '../../db/advisoryLock.ts';
import type { Executor } from '../../db/client.ts';
import { auditLog, customerBranches, customers } from '../../db/tables/index.ts';
import { invalid, Refusal } from '../../errors.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { audit } from '../../writing/audit.ts';
import { type CustomerRow, visibleCustomer } from '../customers/queries.ts';

export const KNOWN_DOCUMENT = 'Este documento já está cadastrado.';
export const WRONG_DOCUMENT = 'CPF ou CNPJ inválido. Confira os números.';

interface Registrability {
  message?: string;
  error?: string;
  idCli?: number;
  podePedirTransferencia?: boolean;
}

/**
 * `message` if the document may be registered, otherwise `error` with the reason. A customer that the person does not serve
 * is not named.
 */
export async function mayRegister(
  { params }: { params: { documento: string } },
  ctx: Context,
): Promise<Registrability> {
  const { db, user } = ctx;
  const document = normalizeDocument(params.documento);
  if (!documentKind(document)) return { error: WRONG_DOCUMENT };
  await requireLookupAllowance(ctx);
  const existingCustomer = await customerOfDocument(db, user, document);
  if (existingCustomer === null) return { message: 'Documento válido para cadastro.' };
  if (existingCustomer === 'FOREIGN') {
    await recordForeignLookup(ctx, document);
    return { error: FOREIGN_DOCUMENT, podePedirTransferencia: true };
  }
  if (mayBeCompleted(existingCustomer)) {
    const seen = await visibleCustomer(db, user, existingCustomer.id);
    return {
      message: 'Este documento tem um pré-cadastro. Continue para completá-lo.',
      ...(seen && { idCli: existingCustomer.id }),
    };
  }
  // Whoever sees documents masked learns that one is taken, but not by whom.
  if (!seesPersonal(user) && documentKind(document) === 'CPF') return { error: KNOWN_DOCUMENT };
  return {
    error: `${KNOWN_DOCUMENT} Cliente ${existingCustomer.id} - ${existingCustomer.tradeName}.`,
    idCli: existingCustomer.id,
  };
}

/**
 * Called before a registration: refuses a document that belongs to someone else's customer and records the lookup, whatever
 * the outcome of the registration.
 */
export async function refuseForeign(ctx: Context, given: string, field: 'doc' | 'documento'): Promise<void> {
  const document = normalizeDocument(given);
  if (!documentKind(document)) return;
  await requireLookupAllowance(ctx);
  if ((await customerOfDocument(ctx.db, ctx.user, document)) !== 'FOREIGN') return;
  await recordForeignLookup(ctx, document);
  throw invalid({ [field]: FOREIGN_DOCUMENT });
}

/** The customer with a document; `FOREIGN` if it is someone else's customer. */
export async function customerOfDocument(
  db: Executor,
  user: User,
  document: string,
): Promise<CustomerRow | 'FOREIGN' | null> {
  const [row] = await db.select().from(customers).where(eq(customers.document, document));
  if (!row) return null;
  const mine = (await visibleCustomer(db, user, row.id)) ?? ((await isUnassigned(db, row)) && row);
  return mine || 'FOREIGN';
}

/** Whether no branch or representative has the customer yet, as with an account that a consumer opened alone. */
async function isUnassigned(db: Executor, { id, representativeId }: CustomerRow): Promise<boolean> {
  if (representativeId !== null) return false;
  return (await db.$count(customerBranches, eq(customerBranches.customerId, id))) === 0;
}

/**
 * First contacts, simulations, whoever has no document yet, and consumers of whom only name and phone are known may still be
 * registered completely; not whoever was erased with their document, which nobody else may take the place of.
 */
export const mayBeCompleted = (row: CustomerRow): boolean =>
  isMissingDocument(row.document)
    ? row.personalGoneAt === null
    : row.prospect || row.simulation || isBareConsumer(row);

const isBareConsumer = ({ document, registration, address }: CustomerRow): boolean =>
  document.length === 11 && [registration, address].every((part) => Object.keys(part).length === 0);

/** All that is revealed about another person's customer: neither name nor code (docs/domain.md 12). */
export const FOREIGN_DOCUMENT = 'Este documento já é de um cliente da empresa.';

/** How many foreign documents may be looked up per day: more than selling requires. */
const MAX_FOREIGN_PER_DAY = 20;
const LOOKUP_ACTION = 'CONSULTAR_DOCUMENTO';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Called before any answer about a document: a person who has looked up too many foreign ones gets no more answers today. */
export async function requireLookupAllowance(ctx: Context): Promise<void> {
  if ((await lookupsToday(ctx.db, ctx)) >= MAX_FOREIGN_PER_DAY) throw await refusal(ctx);
}

/**
 * Records the lookup of a foreign document, and refuses the one that exceeds the limit. Uses its own transaction, so that a
 * refused registration counts too.
 */
async function recordForeignLookup(ctx: Context, document: string): Promise<void> {
  const isKept = await ctx.db.transaction(async (tx) => {
    // Of concurrent calls, each is counted before the next is answered.
    await lockUntilCommit(tx, LOCKS.foreignLookups, ctx.user.id);
    if ((await lookupsToday(tx, ctx)) >= MAX_FOREIGN_PER_DAY) return false;
    await audit(tx, ctx, { action: LOOKUP_ACTION, entity: 'documents', entityId: document });
    return true;
  });
  if (!isKept) throw await refusal(ctx);
}

/** Also audited, in its own transaction. */
async function refusal(ctx: Context): Promise<Refusal> {
  await audit(ctx.db, ctx, {
    action: 'RECUSAR_CONSULTAS',
    entity: 'people',
    entityId: ctx.user.id,
    after: { documentosConsultados: MAX_FOREIGN_PER_DAY },
  });
  return new Refusal(
    429,
    'CONSULTAS_DEMAIS',
    `Você consultou mais de ${MAX_FOREIGN_PER_DAY} documentos de outros clientes da empresa em um dia. Peça a um supervisor que confira o próximo, ou tente amanhã.`,
  );
}

const lookupsToday = (db: Executor, { user, now }: Context): Promise<number> =>
  db.$count(
    auditLog,
    and(
      eq(auditLog.personId, user.viewer?.id ?? user.id),
      eq(auditLog.action, LOOKUP_ACTION),
      gt(auditLog.at, new Date(now().getTime() - DAY_MS)),
    ),
  );
