import { and, eq, inArray } from 'drizzle-orm';
import type { Problem } from '../../../../contract/rules/problem.ts';
import type { TicketInput } from '../../../../contract/rules/tickets/ticketInput.ts';
import type { User } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { invoices, products, ticketOrigins } from '../../../db/tables/index.ts';
import { carriersOfCustomer } from '../../customers/queries.ts';
import { standingInvoice } from '../../invoices/queries.ts';
import { windowStart } from '../../invoices/rules.ts';
import { representativeOptions } from '../../lookups/queries.ts';
import type { Known } from './known.ts';

type ProductRow = typeof products.$inferSelect;

/** Records that the body names beside customer and items. */
export interface References {
  /** In the order of `itensAvulsos`. */
  looseProducts: ProductRow[];
  /** Ids of the invoices of `notas`. */
  invoiceIds: number[];
  problems: Problem[];
}

export async function loadReferences(
  db: Executor,
  input: TicketInput,
  known: Known,
  user: User,
): Promise<References> {
  const loose = await looseProducts(db, input);
  const notes = await namedInvoices(db, input, known);
  return {
    looseProducts: loose.rows,
    invoiceIds: notes.ids,
    problems: [
      ...(await originProblems(db, input)),
      ...(await carrierProblems(db, input, known)),
      ...(await representativeProblems(db, input, user)),
      ...loose.problems,
      ...notes.problems,
    ],
  };
}

async function originProblems(db: Executor, { origem }: TicketInput): Promise<Problem[]> {
  if (!origem) return [];
  const found = await db.select().from(ticketOrigins).where(eq(ticketOrigins.key, origem));
  return found.length > 0 ? [] : [{ field: 'origem', message: 'Escolha a origem.' }];
}

/** The carrier of the ticket, and the one that answers for a delay, serve the customer. */
async function carrierProblems(db: Executor, input: TicketInput, { parties }: Known): Promise<Problem[]> {
  const late =
    input.responsavel_prorrogacao === 'TRANSPORTADORA' ? input.responsavel_prorrogacao_id : undefined;
  const named: [string, number | null | undefined][] = [
    ['transportadora_id', input.transportadora_id],
    ['responsavel_prorrogacao_id', late],
  ];
  if (named.every(([, id]) => !id)) return [];
  const serving = await carriersOfCustomer(db, parties.customer?.id ?? 0);
  return named.flatMap(([field, id]) =>
    !id || serving.some((carrier) => carrier.id === id)
      ? []
      : [{ field, message: 'Transportadora não encontrada.' }],
  );
}

/** Among those that the look-up offers: to a representative the own name alone, to a consumer none. */
async function representativeProblems(db: Executor, input: TicketInput, user: User): Promise<Problem[]> {
  const late =
    input.responsavel_prorrogacao === 'REPRESENTANTE' ? input.responsavel_prorrogacao_id : undefined;
  const ids = [input.representante_id, late].filter((id) => typeof id === 'number');
  if (ids.length === 0) return [];
  const offered = await representativeOptions(db, user);
  const field = late ? 'responsavel_prorrogacao_id' : 'representante_id';
  const known = ids.every((id) => offered.some((option) => option.id === id));
  return known ? [] : [{ field, message: 'Representante não encontrado.' }];
}

async function looseProducts(db: Executor, { itensAvulsos = [] }: TicketInput) {
  const ids = itensAvulsos.map(({ produto_id }) => produto_id);
  const found = ids.length > 0 ? await db.select().from(products).where(inArray(products.id, ids)) : [];
  const byId = new Map(found.map((row) => [row.id, row]));
  const problems = ids.flatMap((id, index) => {
    const field = `itensAvulsos.${index}.produto_id`;
    if (!byId.has(id)) return [{ field, message: 'Produto não disponível' }];
    return ids.indexOf(id) < index ? [{ field, message: 'Este produto já foi adicionado.' }] : [];
  });
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), problems };
}

/** Invoices as a whole: of the customer and the branch, and inside the window in which they can be chosen. */
async function namedInvoices(
  db: Executor,
  { notas = [] }: TicketInput,
  { parties, today, parameters }: Known,
) {
  const oldest = windowStart(today, parameters.diasLimiteDevolucao);
  const found = notas.length > 0 ? await invoicesOf(db, parties, notas) : [];
  const byKey = new Map(found.map((row) => [row.key, row]));
  const problems = notas.flatMap((key, index): Problem[] => {
    const field = `notas.${index}`;
    const invoice = byKey.get(key);
    if (!invoice) return [{ field, message: 'Nota fiscal não encontrada.' }];
    if (invoice.issuedOn < oldest) return [{ field, message: 'O prazo desta nota terminou.' }];
    return notas.indexOf(key) < index ? [{ field, message: 'Esta nota já foi adicionada.' }] : [];
  });
  return { ids: found.map(({ id }) => id), problems };
}

/** Invoices of the customer and branch of a ticket, among the keys. */
export const invoicesOf = (db: Executor, { customer, branch }: Known['parties'], keys: readonly string[]) =>
  db
    .select({ id: invoices.id, key: invoices.key, issuedOn: invoices.issuedOn })
    .from(invoices)
    .where(
      and(
        inArray(invoices.key, [...keys]),
        standingInvoice,
        eq(invoices.customerId, customer?.id ?? 0),
        eq(invoices.branchId, branch?.id ?? 0),
      ),
    );
