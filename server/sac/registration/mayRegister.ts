import { eq } from 'drizzle-orm';
import { documentKind, normalizeDocument } from '../../../contract/rules/documents.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { type CustomerRow, visibleCustomer } from '../customers/queries.ts';

export const KNOWN_DOCUMENT = 'Este documento já está cadastrado.';
export const FOREIGN_DOCUMENT = 'Este documento é de um cliente que você não atende.';
export const WRONG_DOCUMENT = 'CPF ou CNPJ inválido. Confira os números.';

interface Verdict {
  message?: string;
  error?: string;
  idCli?: number;
}

/** `message`: yes; `error`: why not. A customer that the person does not serve is not named. */
export async function mayRegister(
  { params }: { params: { documento: string } },
  { db, user }: Context,
): Promise<Verdict> {
  const document = normalizeDocument(params.documento);
  if (!documentKind(document)) return { error: WRONG_DOCUMENT };
  const known = await customerOfDocument(db, user, document);
  if (known === null) return { message: 'Documento válido para cadastro.' };
  if (known === 'FOREIGN') return { error: FOREIGN_DOCUMENT };
  if (mayBeCompleted(known))
    return { message: 'Este documento tem um pré-cadastro. Continue para completá-lo.', idCli: known.id };
  return { error: `${KNOWN_DOCUMENT} Cliente ${known.id} - ${known.tradeName}.`, idCli: known.id };
}

/** The record of a document; `FOREIGN` when it is out of the person's scope. */
export async function customerOfDocument(
  db: Executor,
  user: User,
  document: string,
): Promise<CustomerRow | 'FOREIGN' | null> {
  const [row] = await db.select({ id: customers.id }).from(customers).where(eq(customers.document, document));
  if (!row) return null;
  return (await visibleCustomer(db, user, row.id)) ?? 'FOREIGN';
}

/** First contacts and simulations wait for the rest of their registration. */
export const mayBeCompleted = ({ prospect, simulation }: Pick<CustomerRow, 'prospect' | 'simulation'>) =>
  prospect || simulation;
