import { and, asc, eq } from 'drizzle-orm';
import { normalizeEmail, normalizePhone } from '../../../../contract/rules/contact.ts';
import { documentKind, normalizeDocument } from '../../../../contract/rules/documents.ts';
import { normalizeName } from '../../../../contract/rules/person.ts';
import type { ConsumerForm, TicketInput } from '../../../../contract/rules/tickets/ticketInput.ts';
import type { Context, User } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { branches, customerBranches, customers } from '../../../db/tables/index.ts';
import { invalid, refused } from '../../../errors.ts';
import { branchScope } from '../../../session/scope.ts';
import { type CustomerRow, visibleCustomer } from '../../customers/queries.ts';
import { type BranchRow, servingBranch } from '../../invoices/queries.ts';

/** For whom a ticket is, and at which branch. */
export interface Parties {
  /** `null`: chosen by nobody yet, or a consumer whose record is written with the ticket. */
  customer: CustomerRow | null;
  /** `null`: not chosen. */
  branch: BranchRow | null;
  /** The consumer form as it is stored, in consumer-final mode. */
  consumer: ConsumerForm | null;
  /** What the rules of the wizard are to judge in place of what was sent. */
  judged: Pick<TicketInput, 'idCli' | 'idFil' | 'consumidorFinal'>;
}

/** Throws for a foreign or unknown customer or branch: nothing else of such a body is looked at. */
export async function loadParties(db: Executor, body: TicketInput, { user }: Context): Promise<Parties> {
  if (user.type === 'CONSUMIDOR_FINAL') return ownParties(db, body, user);
  if (body.consumidorFinal && !body.idCli) return consumerParties(db, body, body.consumidorFinal, user);
  return customerParties(db, body, user);
}

/** An end consumer is their own customer, whoever they say they are (DOMAIN.md section 1). */
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

/** A consumer whom staff names by document: the record that stands under it, or a new one. */
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
  // Without a branch of its own the record takes the one of whoever writes it.
  const own = user.branchIds.length > 0 ? { id: user.branchIds[0] } : {};
  const branch = await firstBranch(db, user, idFil ? { id: idFil } : own);
  if (!branch) throw unknownBranch();
  return parties(customer ?? null, branch, consumer);
}

async function customerParties(db: Executor, body: TicketInput, user: User): Promise<Parties> {
  const consumer = body.consumidorFinal ?? null;
  if (!body.idCli) return parties(null, null, consumer);
  const customer = await visibleCustomer(db, user, body.idCli);
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
  judged: { idCli: customer?.id ?? null, idFil: branch?.id ?? null, consumidorFinal: consumer },
});

/** What the form leaves open is known of the record that it is about. */
const asStored = (form: ConsumerForm, customer: CustomerRow | null): ConsumerForm => ({
  documento: normalizeDocument(form.documento) || customer?.document || '',
  nome: normalizeName(form.nome),
  email: normalizeEmail(form.email),
  telefone: normalizePhone(form.telefone) || customer?.phone || '',
  data_nascimento: form.data_nascimento,
});

/** Somebody else's customer is not told apart from one that the person may not see, whose name stays unsaid. */
async function byDocument(db: Executor, user: User, text: string): Promise<CustomerRow | undefined> {
  if (!documentKind(text)) return undefined;
  const [row] = await db
    .select()
    .from(customers)
    .where(eq(customers.document, normalizeDocument(text)));
  if (!row || (await visibleCustomer(db, user, row.id)) || (await isNobodys(db, row))) return row;
  throw invalid({ 'consumidorFinal.documento': 'Este documento é de um cliente que você não atende.' });
}

/** As an account that a consumer opened alone: no branch and no representative has it yet. */
async function isNobodys(db: Executor, { id, representativeId }: CustomerRow): Promise<boolean> {
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

/** The first branch, of those that the person sees when there is one; only that of `id` when it is given. */
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
