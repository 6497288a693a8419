import { eq } from 'drizzle-orm';
import { documentKind, normalizeDocument } from '../../../contract/rules/documents.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customerBranches, customers } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { type CustomerRow, visibleCustomer } from '../customers/queries.ts';
import { FOREIGN_DOCUMENT, keepForeignAsked, requireFewForeign } from './foreignDocument.ts';

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
