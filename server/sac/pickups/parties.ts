import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { PickupType } from '#contract/catalogs/transport.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import type { NamedOption } from '#contract/sac/lookups.ts';
import type { PickupParty } from '#contract/sac/pickups.ts';
import type { Executor } from '../../db/client.ts';
import type { CustomerAddress } from '../../db/tables/customers/customers.ts';
import {
  carriers,
  customerCarriers,
  invoiceItems,
  invoices,
  nfeDocuments,
  type pickups,
  representatives,
  ticketInvoices,
  ticketItems,
  tickets,
} from '../../db/tables/index.ts';

type Responsible = Pick<typeof pickups.$inferSelect, 'type' | 'carrierId' | 'representativeId'>;

const partyIdOf = ({ type, carrierId, representativeId }: Responsible): number =>
  (type === 'TRANSPORTADORA' ? carrierId : representativeId) ?? 0;

/** Carriers or representatives by id; `activeOnly` leaves out inactive ones. */
export async function partiesOfType(
  db: Executor,
  type: PickupType,
  ids: readonly number[],
  { activeOnly = false } = {},
): Promise<Map<number, PickupParty>> {
  if (ids.length === 0) return new Map();
  const parties =
    type === 'TRANSPORTADORA'
      ? await carriersWhere(db, ids, activeOnly)
      : await representativesWhere(db, ids, activeOnly);
  return new Map(parties.map((party) => [party.id, party]));
}

async function carriersWhere(db: Executor, ids: readonly number[], activeOnly: boolean) {
  const rows = await db
    .select()
    .from(carriers)
    .where(and(inArray(carriers.id, [...ids]), activeOnly ? eq(carriers.active, true) : undefined));
  return rows.map(
    (row): PickupParty => ({
      tipo: 'TRANSPORTADORA',
      id: row.id,
      nome: row.tradeName,
      razSoc: row.legalName,
      cnpj: row.cnpj,
      telefone: row.phone,
      email: row.email,
    }),
  );
}

async function representativesWhere(db: Executor, ids: readonly number[], activeOnly: boolean) {
  const rows = await db
    .select()
    .from(representatives)
    .where(
      and(inArray(representatives.id, [...ids]), activeOnly ? eq(representatives.active, true) : undefined),
    );
  return rows.map(
    (row): PickupParty => ({
      tipo: 'REPRESENTANTE',
      id: row.id,
      nome: row.name,
      razSoc: row.name,
      cnpj: null,
      telefone: row.phone,
      email: row.email,
    }),
  );
}

/** Returns a lookup for the party that collects each of these pickups. */
export async function partiesOf(
  db: Executor,
  rows: readonly Responsible[],
): Promise<(row: Responsible) => PickupParty> {
  const idsOf = (type: PickupType) => [
    ...new Set(rows.filter((row) => row.type === type).map((row) => partyIdOf(row))),
  ];
  const byType = {
    TRANSPORTADORA: await partiesOfType(db, 'TRANSPORTADORA', idsOf('TRANSPORTADORA')),
    REPRESENTANTE: await partiesOfType(db, 'REPRESENTANTE', idsOf('REPRESENTANTE')),
  };
  return (row) => {
    const party = byType[row.type].get(partyIdOf(row));
    if (!party) throw new Error(`a pickup of ${row.type} ${partyIdOf(row)} names nobody`);
    return party;
  };
}

const MAX_OPTIONS = 500;

/** Active carriers or representatives that can be asked to collect, ordered by name. */
export function activeParties(db: Executor, type: PickupType): Promise<NamedOption[]> {
  return type === 'TRANSPORTADORA'
    ? db
        .select({ id: carriers.id, nome: carriers.tradeName })
        .from(carriers)
        .where(eq(carriers.active, true))
        .orderBy(asc(carriers.tradeName), asc(carriers.id))
        .limit(MAX_OPTIONS)
    : db
        .select({ id: representatives.id, nome: representatives.name })
        .from(representatives)
        .where(eq(representatives.active, true))
        .orderBy(asc(representatives.name), asc(representatives.id))
        .limit(MAX_OPTIONS);
}

/** The carrier of an invoice, which may have been registered after the file that names it was read. */
const carrierOfInvoice = sql`coalesce(${invoices.carrierId}, (
  select c.id from ${nfeDocuments} d join ${carriers} c on c.cnpj = d.carrier
  where d.key = ${invoices.key} and d.event_type = '' and d.carrier <> ''))`;

const lookedUp = sql`coalesce(
  ${tickets.carrierId},
  (select ${carrierOfInvoice} from ${ticketItems}
    join ${invoiceItems} on ${invoiceItems.id} = ${ticketItems.invoiceItemId}
    join ${invoices} on ${invoices.id} = ${invoiceItems.invoiceId}
    where ${ticketItems.ticketId} = ${tickets.id} and ${carrierOfInvoice} is not null
    order by ${ticketItems.line} limit 1),
  (select min(${carrierOfInvoice}) from ${ticketInvoices}
    join ${invoices} on ${invoices.id} = ${ticketInvoices.invoiceId}
    where ${ticketInvoices.ticketId} = ${tickets.id}),
  (select min(${customerCarriers.carrierId}) from ${customerCarriers}
    where ${customerCarriers.customerId} = ${tickets.customerId} having count(*) = 1))`;

/**
 * An expression on `tickets` for the carrier that would collect the goods: the ticket's own carrier, else the one that
 * delivered them according to the invoice of the first line, else the customer's only carrier.
 */
// Wrapped, because in a select from a single table drizzle would drop the table name from the columns of the unwrapped
// expression.
export const carrierOfTicket = sql<number | null>`${lookedUp}`;

/**
 * An expression on `tickets` for the carrier that the file of an invoice names and nobody has registered: of the first line
 * whose file names one by its CNPJ, and `null` if there is none.
 */
export const unknownCarrierOfTicket = sql<{ cnpj: string; nome: string } | null>`(
  select jsonb_build_object('cnpj', d.carrier, 'nome', d.carrier_name) from ${ticketItems}
  join ${invoiceItems} on ${invoiceItems.id} = ${ticketItems.invoiceItemId}
  join ${invoices} on ${invoices.id} = ${invoiceItems.invoiceId}
  join ${nfeDocuments} d on d.key = ${invoices.key} and d.event_type = ''
  where ${ticketItems.ticketId} = ${tickets}.id and length(d.carrier) = 14
    and not exists (select 1 from ${carriers} c where c.cnpj = d.carrier)
  order by ${ticketItems.line} limit 1)`;

/** The address where the goods wait, as on an envelope; unknown parts are left out. */
export function addressLines(address: CustomerAddress, phone = ''): string[] {
  const street = joined([address.logradouro, address.numero, address.complemento], ', ');
  const city = joined([address.cidade, address.uf], '/');
  const lines = [
    joined([street, address.bairro], ' - '),
    joined([address.cep && `CEP ${address.cep.replace(/^(\d{5})(\d{3})$/, '$1-$2')}`, city], ' '),
    phone && `Telefone: ${formatPhone(phone)}`,
  ];
  return lines.filter((line) => line !== '');
}

const joined = (parts: readonly (string | undefined)[], separator: string): string =>
  parts.filter(Boolean).join(separator);
