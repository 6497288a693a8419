import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { cityOf } from '#server/places.ts';
import type { postalCodes } from '../../tables/index.ts';
import * as tables from '../../tables/index.ts';
import { copyRows } from '../copyRows.ts';
import { branchRows, regionRows } from './company.ts';
import type { DemoCustomer } from './customers.ts';
import type { Company } from './makeCompany.ts';
import { personBranchRows } from './people.ts';
import type { Photos } from './photos.ts';
import { REGIONS } from './places.ts';
import { articleRows, faqKindRows, noticeRows } from './portal.ts';
import { taxRegistryRows } from './taxRegistryRows.ts';

/** Writes every table in the order of their references. */
export async function writeCompany(
  client: pg.PoolClient,
  company: Company,
  photos: Photos,
  midnight: Date,
): Promise<void> {
  const { customers, invoices, tickets } = company;
  const write = <T extends PgTable>(table: T, rows: Iterable<T['$inferInsert']>) =>
    copyRows(client, table, rows);
  await write(tables.branches, branchRows());
  await write(tables.regions, regionRows());
  await write(tables.carriers, company.carriers);
  await write(tables.representatives, company.representatives);
  await write(
    tables.customers,
    customers.map(({ row }) => row),
  );
  await write(tables.customerBranches, customers.flatMap(branchesOf));
  await write(tables.customerCarriers, customers.flatMap(carriersOf));
  await write(tables.products, company.products);
  await write(
    tables.people,
    company.people.map(({ row }) => row),
  );
  await write(tables.personBranches, personBranchRows(company.people));
  await write(
    tables.invoices,
    invoices.map(({ row }) => row),
  );
  await write(tables.invoiceItems, invoices.flatMap(linesOf));
  await write(
    tables.invoiceTitles,
    invoices.flatMap(({ titles }) => titles),
  );
  await write(tables.tickets, tickets.tickets);
  await write(tables.ticketItems, tickets.items);
  await write(tables.ticketInvoices, tickets.invoices);
  await write(tables.ticketMessages, tickets.messages);
  await write(tables.ticketEvents, tickets.events);
  await write(tables.pickups, company.pickups.pickups);
  await write(tables.pickupTickets, company.pickups.tickets);
  await write(tables.files, photos.files);
  await write(tables.ticketAttachments, photos.attachments);
  await write(tables.faqKinds, faqKindRows());
  await write(tables.faqArticles, articleRows(midnight));
  await write(tables.notices, noticeRows(midnight));
  await write(tables.postalCodes, postalCodeRows(customers));
  await write(tables.taxRegistry, taxRegistryRows());
  await writeExtensionDecisions(client);
  for (const table of NUMBERED) await setSequence(client, table);
  await writeTicketCosts(client);
  await writeAnalysisOutcomes(client);
}

const NUMBERED = [
  tables.branches,
  tables.regions,
  tables.carriers,
  tables.representatives,
  tables.customers,
  tables.products,
  tables.people,
  tables.invoices,
  tables.invoiceItems,
  tables.invoiceTitles,
  tables.tickets,
  tables.ticketItems,
  tables.ticketMessages,
  tables.ticketEvents,
  tables.pickups,
  tables.pickupTickets,
  tables.faqKinds,
  tables.faqArticles,
  tables.notices,
] as const;

/** Ids were assigned here, so the sequence must continue after them. */
export async function setSequence(client: pg.PoolClient, table: PgTable): Promise<void> {
  const name = getTableName(table);
  await client.query(
    `select setval(pg_get_serial_sequence('${name}', 'id'), coalesce(max(id), 0) + 1, false) from "${name}"`,
  );
}

type Customer = Company['customers'][number];

const branchesOf = ({ row, branchIds }: Customer) =>
  branchIds.map((branchId) => ({ customerId: row.id, branchId }));
const carriersOf = ({ row, carrierIds }: Customer) =>
  carrierIds.map((carrierId) => ({ customerId: row.id, carrierId }));

const linesOf = ({ lines }: Company['invoices'][number]) =>
  lines.map(({ held: _, purchased, returned, ...line }) => ({
    ...line,
    purchased: String(purchased),
    returned: String(returned),
  }));

/**
 * Finance's decisions on the titles of each finished extension: granted if the ticket ended that way, and then with a later
 * due date (server/sac/tickets/steps/extensions.ts). Two days for each day of the delivery's delay.
 */
async function writeExtensionDecisions(client: pg.PoolClient): Promise<void> {
  await client.query(`
    with decided as (
      select t.id as ticket_id, i.id as title_id, i.due_on as old_due_on, t.finished_at,
        coalesce(t.operator_id, t.creator_id) as person_id,
        t.result <> 'IMPROCEDENTE' and (t.result = 'PROCEDENTE' or i.id % 2 = 0) as granted,
        2 * (t.extension ->> 'diasAtraso')::integer as days
      from tickets t
      join ticket_invoices l on l.ticket_id = t.id
      join invoice_titles i on i.invoice_id = l.invoice_id
      where t.extension ->> 'logistica' = 'CONFIRMADA' and t.status = 'FINALIZADO' and i.paid_on is null
    ), written as (
      insert into extension_decisions (ticket_id, title_id, decision, old_due_on, new_due_on, decided_by, created_at)
      select ticket_id, title_id, case when granted then 'CONCEDIDA' else 'NEGADA' end, old_due_on,
        case when granted then old_due_on + days end, person_id, finished_at
      from decided order by ticket_id, title_id
      returning title_id, new_due_on
    )
    update invoice_titles i set due_on = w.due_on
    from (select title_id, max(new_due_on) as due_on from written group by title_id) w
    where w.title_id = i.id and w.due_on is not null`);
}

/**
 * Costs of about half of the finished returns: the return freight and sometimes the damage, which is claimed from the
 * carrier. Written as by `addCost`: one timeline event and one version per cost.
 */
async function writeTicketCosts(client: pg.PoolClient): Promise<void> {
  await client.query(`
    with costly as (
      select t.id, t.carrier_id, t.updated_at as at,
        coalesce(t.operator_id, t.creator_id) as person_id,
        t.id % 5 = 0 as damaged, round(28 + (t.id * 37 % 900) / 7.0, 2) as amount
      from tickets t
      where t.status = 'FINALIZADO' and t.flow_key = 'DEVOLUCAO' and t.result <> 'IMPROCEDENTE' and t.id % 2 = 0
    ), costs as (
      insert into ticket_costs (ticket_id, kind, description, amount, carrier_id, created_by, created_at)
      select id, case when damaged then 'AVARIA' else 'FRETE_DEVOLUCAO' end,
        case when damaged then 'Constatada na conferência' else '' end,
        amount, case when damaged then carrier_id end, person_id, at
      from costly order by id
      returning ticket_id, kind, carrier_id, amount, created_by, created_at
    ), told as (
      insert into ticket_events (ticket_id, type, note, internal, person_id, created_at)
      select c.ticket_id, 'CUSTO',
        case c.kind when 'AVARIA' then 'Avaria no transporte' else 'Frete da devolução' end
          || ': R$ ' || replace(round(c.amount, 2)::text, '.', ',')
          || ', paga ' || coalesce('a transportadora ' || p.trade_name, 'a empresa') || '.',
        true, c.created_by, c.created_at
      from costs c left join carriers p on p.id = c.carrier_id order by c.ticket_id
    )
    update tickets t set version = t.version + 1 from costs c where c.ticket_id = t.id`);
}

/** What was suggested for the lines that were analysed, and whether it was followed (server/sac/tickets/suggestions/outcomes.ts). */
async function writeAnalysisOutcomes(client: pg.PoolClient): Promise<void> {
  await client.query(`
    with analysed as (
      select i.id, i.requested, i.authorized, e.at, e.person_id, i.id % 11 = 0 as unseen,
        case when i.out_of_term = i.requested then 'RECUSAR'
          when p.photo_required and not exists (select from ticket_attachments a where a.item_id = i.id) then 'OLHAR'
          else 'APROVAR' end as proposal
      from ticket_items i
      join tickets t on t.id = i.ticket_id
      join products p on p.id = i.product_id
      join lateral (
        select x.created_at as at, coalesce(x.person_id, t.operator_id, t.creator_id) as person_id
        from ticket_events x where x.ticket_id = t.id and x.data ->> 'de' = 'ANALISE_DEVOLUCAO'
        order by x.created_at desc limit 1
      ) e on true
      where i.status <> 'AN'
    )
    insert into analysis_outcomes (item_id, person_id, at, proposal, because, outcome, followed, decision)
    select id, person_id, at, proposal,
      case proposal when 'RECUSAR' then 'FORA_DO_PRAZO' when 'OLHAR' then 'SEM_FOTO' else 'EM_ORDEM' end,
      case when unseen then 'NAO_VISTA' else 'VISTA' end,
      case when unseen or proposal = 'OLHAR' then null
        when proposal = 'APROVAR' then authorized = requested else authorized = 0 end,
      case when authorized = requested then 'APROVADA' when authorized = 0 then 'RECUSADA' else 'EM_PARTE' end
    from analysed order by id`);
}

type Row = typeof postalCodes.$inferInsert;

/** A town's IBGE code and the first five digits of the postal codes in its centre. */
const CAPITALS: readonly (readonly [ibge: string, prefix: string])[] = [
  ['2800308', '49010'],
  ['1600303', '68900'],
  ['5300108', '70040'],
  ['5002704', '79002'],
  ['5103403', '78005'],
  ['4205407', '88010'],
  ['2304400', '60010'],
  ['5208707', '74003'],
  ['2507507', '58010'],
  ['2704302', '57020'],
  ['2408102', '59012'],
  ['1721000', '77001'],
  ['2611606', '50010'],
  ['2927408', '40010'],
  ['2111300', '65010'],
  ['2211001', '64000'],
  ['3205309', '29010'],
];

/** Well-known codes, one with a complement. */
const KNOWN: readonly Row[] = [
  place('01310100', 'Avenida Paulista', 'Bela Vista', '3550308', 'de 612 a 1510 - lado par'),
  place('01001000', 'Praça da Sé', 'Sé', '3550308', 'lado ímpar'),
  place('04538133', 'Avenida Brigadeiro Faria Lima', 'Itaim Bibi', '3550308'),
  place('22021001', 'Avenida Atlântica', 'Copacabana', '3304557'),
  place('30130010', 'Praça Sete de Setembro', 'Centro', '3106200'),
  place('69010001', 'Avenida Eduardo Ribeiro', 'Centro', '1302603'),
  // A single code for the whole town, without a street.
  place('69400000', '', '', '1302504'),
];

/** The demonstration's postal codes: those of every customer, of the centre of each town it sells to, and of the capitals. */
function postalCodeRows(customers: readonly DemoCustomer[]): Row[] {
  const towns = REGIONS.flatMap(({ cities }) => cities.map(({ ibge, cep }) => [ibge, cep] as const));
  const centres = [...towns, ...CAPITALS].flatMap(([ibge, prefix]) => [
    place(`${prefix}010`, 'Rua do Comércio', 'Centro', ibge),
    place(`${prefix}020`, 'Praça da Matriz', 'Centro', ibge),
    place(`${prefix}100`, 'Avenida Brasil', 'Centro', ibge),
  ]);
  const own = customers.flatMap(({ row: { address } }) =>
    address?.cep
      ? [place(address.cep, address.logradouro ?? '', address.bairro ?? '', address.ibge ?? '')]
      : [],
  );
  return [...new Map([...own, ...centres, ...KNOWN].map((row) => [row.cep, row])).values()];
}

function place(cep: string, street: string, district: string, ibge: string, complement = ''): Row {
  const city = cityOf(ibge);
  if (!city) throw new Error(`no town ${ibge}`);
  return { cep, street, complement, district, city: city.cidade, state: city.uf, ibge };
}
