import { and, asc, eq } from 'drizzle-orm';
import { normalizeEmail } from '#contract/rules/contact.ts';
import { documentKind, isMissingDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { normalizeName } from '#contract/rules/person.ts';
import { normalizePhone } from '#contract/rules/phone.ts';
import type { ConsumerForm, TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import type { Context, User } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { branches, customerBranches, customers } from '#server/db/tables/index.ts';
import { invalid, refused } from '#server/errors.ts';
import { branchScope } from '#server/session/scope.ts';
import { type CustomerRow, leadingVisible, visibleCustomer } from '../../customers/queries.ts';
import { type BranchRow, servingBranch } from '../../invoices/queries.ts';

/** The customer and branch of a ticket. */
export interface Parties {
  /** `null` if none is chosen yet, or for a consumer whose record will be created with the ticket. */
  customer: CustomerRow | null;
  /** `null` if none is chosen. */
  branch: BranchRow | null;
  /** In final-consumer mode, the consumer form as it will be stored. */
  consumer: ConsumerForm | null;
  /** The values that the wizard's rules should check instead of those sent. */
  checkedInput: Pick<TicketInput, 'idCli' | 'idFil' | 'consumidorFinal'>;
}

/** Throws if the customer or branch is unknown or out of scope; nothing else in such a body is checked. */
export async function loadParties(db: Executor, body: TicketInput, { user }: Context): Promise<Parties> {
  if (user.type === 'CONSUMIDOR_FINAL') return ownParties(db, body, user);
  if (body.consumidorFinal && !body.idCli) return consumerParties(db, body, body.consumidorFinal, user);
  return customerParties(db, body, user);
}

/** An end consumer is always their own customer, whatever the body says (docs/domain.md 1). */
async function ownParties(db: Executor, body: TicketInput, user: User): Promise<Parties> {
  const customer = user.customerId && (await visibleCustomer(db, user, user.customerId));
  if (!customer)
    throw refused('SEM_CADASTRO', 'Seu cadastro de cliente não foi encontrado. Fale com o atendimento.');
  if (body.idCli && body.idCli !== customer.id) throw unknownCustomer();
  const given = normalizeDocument(body.consumidorFinal?.documento ?? '');
  if (given && given !== user.cpf)
    throw invalid({ 'consumidorFinal.documento': 'Informe o seu próprio CPF.' });
  const consumer = body.consumidorFinal ?? {
    documento: user.cpf,
    nome: user.name,
    email: customer.email,
    telefone: customer.phone,
    data_nascimento: '',
  };
  const branch = body.idFil
    ? await chosenBranch(db, user, customer.id, body.idFil)
    : ((await firstServing(db, user, customer.id)) ?? (await firstBranch(db)));
  return parties(customer, branch, consumer);
}

/** A consumer whom staff identify by document: the existing record, or a new one. */
async function consumerParties(
  db: Executor,
  { idFil }: TicketInput,
  consumer: ConsumerForm,
  user: User,
): Promise<Parties> {
  const customer = await byDocument(db, user, consumer.documento);
  const served = customer && (await firstServing(db, user, customer.id));
  if (customer && served)
    return parties(customer, idFil ? await chosenBranch(db, user, customer.id, idFil) : served, consumer);
  // A record that no branch serves yet gets the branch of the person who writes it.
  const own = user.branchIds.length > 0 ? { id: user.branchIds[0] } : {};
  const branch = await firstBranch(db, user, idFil ? { id: idFil } : own);
  if (!branch) throw unknownBranch();
  return parties(customer ?? null, branch, consumer);
}

async function customerParties(db: Executor, body: TicketInput, user: User): Promise<Parties> {
  const consumer = body.consumidorFinal ?? null;
  if (!body.idCli) return parties(null, null, consumer);
  // A wizard that was opened before, or another system, may still have the code of a customer that was merged since.
  const customer = await leadingVisible(db, user, body.idCli);
  if (!customer) throw unknownCustomer();
  if (body.idFil) return parties(customer, await chosenBranch(db, user, customer.id, body.idFil), consumer);
  return parties(customer, consumer ? ((await firstServing(db, user, customer.id)) ?? null) : null, consumer);
}

const parties = (
  customer: CustomerRow | null,
  branch: BranchRow | null | undefined,
  consumer: ConsumerForm | null,
): Parties => ({
  customer,
  branch: branch ?? null,
  consumer: consumer && asStored(consumer, customer),
  checkedInput: { idCli: customer?.id ?? null, idFil: branch?.id ?? null, consumidorFinal: consumer },
});

/** Values missing in the form are taken from the customer's record. */
const asStored = (form: ConsumerForm, customer: CustomerRow | null): ConsumerForm => ({
  documento: normalizeDocument(form.documento) || knownDocument(customer),
  nome: normalizeName(form.nome),
  email: normalizeEmail(form.email),
  telefone: normalizePhone(form.telefone) || customer?.phone || '',
  data_nascimento: form.data_nascimento,
});

const knownDocument = (customer: CustomerRow | null): string =>
  customer && !isMissingDocument(customer.document) ? customer.document : '';

/** A customer of someone else gives the same error as one that the person may not see, without the name. */
async function byDocument(db: Executor, user: User, text: string): Promise<CustomerRow | undefined> {
  if (!documentKind(text)) return undefined;
  const [row] = await db
    .select()
    .from(customers)
    .where(eq(customers.document, normalizeDocument(text)));
  if (!row || (await visibleCustomer(db, user, row.id)) || (await isUnassigned(db, row))) return row;
  throw invalid({ 'consumidorFinal.documento': 'Este documento é de um cliente que você não atende.' });
}

/** Whether no branch or representative has the customer yet, as with an account that a consumer opened alone. */
async function isUnassigned(db: Executor, { id, representativeId }: CustomerRow): Promise<boolean> {
  if (representativeId !== null) return false;
  const [served] = await db
    .select({ id: customerBranches.branchId })
    .from(customerBranches)
    .where(eq(customerBranches.customerId, id))
    .limit(1);
  return !served;
}

async function chosenBranch(db: Executor, user: User, customerId: number, branchId: number) {
  const branch = await servingBranch(db, user, customerId, branchId);
  if (branch) return branch;
  if (await firstBranch(db, user, { id: branchId }))
    throw invalid({ idFil: 'Esta filial não atende o cliente.' });
  throw unknownBranch();
}

async function firstServing(db: Executor, user: User, customerId: number): Promise<BranchRow | undefined> {
  const [row] = await db
    .select({ branch: branches })
    .from(customerBranches)
    .innerJoin(branches, eq(branches.id, customerBranches.branchId))
    .where(and(eq(customerBranches.customerId, customerId), branchScope(user)))
    .orderBy(asc(branches.id))
    .limit(1);
  return row?.branch;
}

/** The first branch, limited to those the person sees if a user is given, and to `id` if that is given. */
async function firstBranch(db: Executor, user?: User, { id }: { id?: number } = {}) {
  const [row] = await db
    .select()
    .from(branches)
    .where(and(user ? branchScope(user) : undefined, id ? eq(branches.id, id) : undefined))
    .orderBy(asc(branches.id))
    .limit(1);
  return row;
}

const unknownCustomer = () => invalid({ idCli: 'Cliente não encontrado.' });
const unknownBranch = () => invalid({ idFil: 'Filial não encontrada.' });
