import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { valuesOf } from '#contract/catalogs/catalog.ts';
import { customerLegend } from '#contract/catalogs/customers.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { PERSON_TYPES } from '#contract/permissions.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { documentKind, isCpf } from '#contract/rules/documents.ts';
import { isAccessKey, parseAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { heldQuantity } from '#contract/rules/tickets/ticketLines.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { offerChangesOf } from '#server/callcenter/quoteEditing/quoteChanges.ts';
import { currentFlows } from '#server/config/flows/queries.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#server/db/seed/demo/people.ts';
import { isEmpty, seedDemo } from '#server/db/seed/index.ts';
import * as tables from '#server/db/tables/index.ts';
import { badgesOf } from '#server/sac/customers/rules.ts';
import { passwordMatches } from '#server/session/account/passwords.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts';
import { ENDINGS, TODAY, today } from './seedFixture.ts';

// Loads whole companies, sometimes while other suites also need both cores.
jest.setTimeout(180_000);

/** The contents of a database to be compared: everything except random names and write times, which depend on the clock. */
const FINGERPRINT = `
  select md5(string_agg(r, '' order by r)) as all from (
    select t::text as r from tickets t union all select i::text from ticket_items i
    union all select (to_jsonb(v) - 'updated_at')::text from invoices v union all select e::text from ticket_events e
    union all select concat(c.id, c.document, c.legal_name, c.address, c.last_purchase_on) from customers c
    union all select concat(p.id, p.cpf, p.name, p.email, p.birth_date) from people p
  ) x`;

/** Instants at which something has happened. */
const PAST_INSTANTS = `
  select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and column_name ~ '^(created|updated|decided|seen|confirmed|finished|cancelled|started|ended|sent|read|moved)_at$'`;

const HELD = 'select from pickup_tickets h where h.ticket_id = t.id and h.active';
const WAITING = `select count(*) from tickets t where step_key = 'COLETA'
  and status not in ('FINALIZADO', 'CANCELADO')`;
const PICKUPS_UNDER_WAY = `
  select p.status, h.active, count(*) as tickets from pickups p join pickup_tickets h on h.pickup_id = p.id
    join tickets t on t.id = h.ticket_id where t.step_key = 'COLETA' group by 1, 2 order by 1`;
/** Tickets that left the step without the pickup that permits it. */
const BEYOND_WITHOUT_PICKUP = `
  select count(distinct e.ticket_id) from ticket_events e where e.data ->> 'de' = 'COLETA' and not exists (
    select from pickup_tickets h join pickups p on p.id = h.pickup_id
    where h.ticket_id = e.ticket_id and h.active and p.status = 'CONFIRMADA')`;

describe('demonstration company', () => {
  let database: TestDatabase;
  let folder: string;
  const rows = async <T extends object>(sql: string) => (await database.pool.query<T>(sql)).rows;
  const one = async (sql: string) => Number(Object.values((await rows(sql))[0] ?? {})[0]);

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'fotos-'));
    expect(await isEmpty(database.db)).toBe(true);
    await seedDemo(database.db, database.pool, { today, files: folderStore(folder), dataDir: folder });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await database.drop();
  });

  it('makes quotes that add up as shown, each line at its table or within what a seller may give', async () => {
    const wrong = await rows(`
      select o.id from orders o where o.total <> o.subtotal + o.tax_total + o.freight
          + coalesce((select m.fixed_fee from payment_methods m where m.id = o.payment_method_id), 0)
        or o.subtotal <> (select coalesce(sum(i.total), 0) from order_items i
          where i.order_id = o.id and i.removed_at is null and not i.bonus)
        or o.tax_total <> (select coalesce(sum(coalesce((i.taxes #>> '{ipi,valor}')::numeric, 0)
          + coalesce((i.taxes #>> '{st,valor}')::numeric, 0)), 0) from order_items i
          where i.order_id = o.id and i.removed_at is null and not i.bonus)`);
    expect(wrong).toEqual([]);
    const off = await rows(`
      select i.id from order_items i where i.price < (i.offer ->> 'lowest')::numeric
        or i.list_price <= 0 or i.total <> round(i.quantity * i.price, 2)
        or (i.price <> (i.offer ->> 'ruled')::numeric and i.discount_percent <= 0)`);
    expect(off).toEqual([]);
    const quotes = await rows<{ id: number }>(`select id from orders
      where stage = 'ORCAMENTO' and status in ('ATIVO', 'COTACAO', 'ORCAMENTO_ANALISE') order by id`);
    const now = () => new Date(`${TODAY}T15:00:00Z`);
    const ctx = { user: { id: 1, type: 'ADMIN' }, now } as unknown as Context;
    expect(quotes.length).toBeGreaterThan(20);
    for (const { id } of quotes) {
      const { mudancas } = await offerChangesOf(database.db, ctx, id);
      const moved = mudancas.filter(({ tipo }) => ['PRECO', 'PISO', 'IMPOSTO'].includes(tipo));
      expect([id, moved]).toEqual([id, []]);
    }
  });

  it('has an offer for the freight of every open quote', async () => {
    const found = await rows(`select o.id, o.freight_type_id, p.state from orders o
      join customers c on c.id = o.customer_id
      cross join lateral (select coalesce(c.delivery_address ->> 'uf', c.address ->> 'uf') as state) p
      where o.stage = 'ORCAMENTO' and not exists (select 1 from freight_routes r
        where r.freight_type_id = o.freight_type_id and r.state = p.state
          and not r.to_consult and not r.redispatch and r.condition_id is null)`);
    expect(found).toEqual([]);
  });

  it('has the requested size', async () => {
    expect(await isEmpty(database.db)).toBe(false);
    const counts = await Promise.all(
      [
        'branches',
        'customers',
        'products',
        // Invoices of orders in progress come in addition.
        'invoices where order_id is null',
        'tickets',
        'faq_articles',
        'notices',
        'carriers',
        'representatives',
      ].map((table) => one(`select count(*) from ${table}`)),
    );
    expect(counts).toEqual([3, 400, 607, 3000, 2000, 30, 8, 13, 20]);
    expect(
      new Set((await rows<{ time_zone: string }>('select time_zone from branches')).map((b) => b.time_zone))
        .size,
    ).toBe(3);
  });
  it('has one person of each type with the known password', async () => {
    const people = await database.db.select().from(tables.people);
    expect(people.length).toBeGreaterThanOrEqual(25);
    expect(people.every(({ cpf }) => isCpf(cpf))).toBe(true);
    const known = DEMO_PEOPLE.map(({ cpf }) => people.find((person) => person.cpf === cpf));
    expect(known.map((person) => person?.type)).toEqual([...PERSON_TYPES]);
    expect(await passwordMatches(DEMO_PASSWORD, known[3]?.passwordHash ?? '')).toBe(true);
    expect(known[6]?.customerId).toBe(1);
    expect(known[5]?.representativeId).toBe(1);
  });
  it('has valid documents of every kind, and every badge', async () => {
    const customers = await database.db.select().from(tables.customers);
    const kinds = customers.map(({ document }) => documentKind(document));
    expect(kinds).not.toContain(null);
    expect(kinds.filter((kind) => kind === 'CPF').length).toBeGreaterThan(40);
    expect(customers.filter(({ document }) => /[A-Z]/.test(document)).length).toBeGreaterThan(40);
    const badges = new Set(customers.flatMap((row) => badgesOf(row, TODAY).map(({ codigo }) => codigo)));
    expect([...badges].sort()).toEqual(valuesOf(customerLegend).sort());
  });
  it('has invoices with valid, matching keys, inside and outside the return window', async () => {
    const invoices = await rows<{ key: string; number: number; issued_on: string; cnpj: string }>(
      'select key, number, issued_on, cnpj from invoices i join branches b on b.id = i.branch_id',
    );
    const wanted = invoices.map(({ number, issued_on, cnpj }) => ({
      valid: true,
      cnpj,
      number: String(number).padStart(9, '0'),
      yearMonth: issued_on.slice(2, 4) + issued_on.slice(5, 7),
    }));
    const found = invoices.map(({ key }) => {
      const { cnpj, number, yearMonth } = parseAccessKey(key) ?? {};
      return { valid: isAccessKey(key), cnpj, number, yearMonth };
    });
    expect(found).toEqual(wanted);
    const older = invoices.filter(({ issued_on }) => issued_on < '2026-05-25').length;
    expect([older > 100, invoices.length - older > 1500]).toEqual([true, true]);
    expect((await serviceParameters(database.db)).diasLimiteDevolucao).toBe(180);
  });
  it('has consistent invoices: lines and titles add up, the newest is the last purchase', async () => {
    expect(
      await one(`select count(*) from invoices i where total <> (select sum(purchased * unit_price) from invoice_items where invoice_id = i.id)
        or total <> (select sum(amount) from invoice_titles where invoice_id = i.id)
        or item_count <> (select count(*) from invoice_items where invoice_id = i.id)`),
    ).toBe(0);
    expect(
      await one(`select count(*) from customers c
        where last_purchase_on is distinct from (select max(issued_on) from invoices where customer_id = c.id)
        or open_titles <> exists (select from invoices i join invoice_titles t on t.invoice_id = i.id
          where i.customer_id = c.id and t.paid_on is null)`),
    ).toBe(0);
    // Somebody who has bought is no prospect any more.
    expect(await one('select count(*) from customers where prospect and last_purchase_on is not null')).toBe(
      0,
    );
    expect(await one('select count(*) from customers where prospect')).toBeGreaterThan(0);
  });
  it('has tickets in every status and in every step of every flow', async () => {
    const found = await rows<{ status: string }>('select distinct status from tickets');
    expect(found.map(({ status }) => status).sort()).toEqual(valuesOf(ticketStatus).sort());
    const steps = (await currentFlows(database.db)).flatMap(({ key, flow }) =>
      flow.etapas.map(({ chave }) => `${key} ${chave}`),
    );
    const reached = await rows<{ step: string }>(
      `select distinct flow_key || ' ' || step_key as step from tickets`,
    );
    expect(reached.map(({ step }) => step).sort()).toEqual(steps.sort());
    expect(await one('select count(distinct type_id) from tickets')).toBe(
      await one('select count(*) from ticket_types'),
    );
  });
  it('has finished tickets in terminal steps and new ones in the initial step', async () => {
    const flows = await currentFlows(database.db);
    const terminal = flows.flatMap(({ key, flow }) =>
      flow.etapas.filter((s) => s.terminal).map((s) => `${key} ${s.chave}`),
    );
    const initial = flows.flatMap(({ key, flow }) =>
      flow.etapas.filter((s) => s.inicial).map((s) => `${key} ${s.chave}`),
    );
    const wrong = (await database.db.select().from(tables.tickets)).filter((ticket) => {
      const step = `${ticket.flowKey} ${ticket.stepKey}`;
      return !(
        terminal.includes(step) === (ticket.status === 'FINALIZADO') &&
        (ticket.status !== 'ABERTO' || initial.includes(step)) &&
        (!ticket.archived || ['FINALIZADO', 'CANCELADO'].includes(ticket.status)) &&
        ticket.updatedAt >= ticket.createdAt &&
        ticket.updatedAt.toISOString() < `${TODAY}T00:00:00`
      );
    });
    expect(wrong).toEqual([]);
  });
  it('never has more of an invoice line held and returned than purchased', async () => {
    expect(
      await one(`select count(*) from invoice_items i where returned + coalesce(
        (select sum(held) from ticket_items where invoice_item_id = i.id), 0) > purchased`),
    ).toBe(0);
    expect(await one('select count(*) from invoice_items where returned > 0')).toBeGreaterThan(100);
  });
  it('holds of each line what the rule says, and its analysis adds up', async () => {
    const items = await database.pool.query(
      `select i.*, t.status as ticket_status, k.flags ->> 'usa_nota_produto' as uses from ticket_items i
       join tickets t on t.id = i.ticket_id join ticket_types k on k.id = t.type_id where invoice_item_id is not null`,
    );
    expect(items.rows.length).toBeGreaterThan(1000);
    const wrong = items.rows.filter((item) => {
      const held = heldQuantity({
        lineStatus: item.status,
        ticketStatus: item.ticket_status,
        requested: item.requested,
        authorized: item.authorized,
        received: item.checked,
        settled: item.settled,
      });
      const cut = ['out_of_term', 'other_brand', 'missing', 'damaged', 'broken']
        .map((key) => Number(item[key]))
        .reduce((sum, each) => sum + each, 0);
      return !(
        compareDecimals(held, item.held) === 0 &&
        item.settled === (item.ticket_status === 'FINALIZADO' && item.status === 'A') &&
        (item.status === 'AN' ||
          (Number(item.authorized) + cut === Number(item.requested) &&
            (item.status === 'A') === Number(item.authorized) > 0 &&
            (item.analysis_reason !== '') === cut > 0))
      );
    });
    expect(wrong).toEqual([]);
  });
  it('has a result on each finished ticket and on no other', async () => {
    expect(await one(ENDINGS)).toBe(0);
    expect(
      await one(`select count(*) from tickets t join reasons r on r.id = (t.final_reason ->> 'id')::int
        where r.result <> t.result or r.type_id <> t.type_id`),
    ).toBe(0);
  });
  it('has on each ticket what its type requires', async () => {
    const missing = (flag: string, table: string) =>
      one(`select count(*) from tickets t join ticket_types k on k.id = t.type_id
        where (k.flags ->> '${flag}')::int = 2 and not exists (select from ${table} x where x.ticket_id = t.id)`);
    expect(await missing('usa_nota_produto', 'ticket_items')).toBe(0);
    expect(await missing('usa_produto', 'ticket_items')).toBe(0);
    expect(await missing('usa_nota', 'ticket_invoices')).toBe(0);
    expect(
      await one(`select count(*) from tickets t join ticket_types k on k.id = t.type_id
        where ((k.flags ->> 'usa_prorrogacao')::int = 2) <> (extension is not null)
        or ((k.flags ->> 'usa_transportadora')::int = 2 and carrier_id is null)
        or ((k.flags ->> 'usa_mensagem')::int = 2 and message = '')
        or (reason_levels <> '[]' and (reason_levels -> 0 ->> 'obrigatorio')::bool and reasons = '[]')`),
    ).toBe(0);
  });
  it('has a timeline on each ticket from its opening on, in order', async () => {
    expect(
      await one(`select count(*) from tickets t where (select count(*) from ticket_events e
        where e.ticket_id = t.id and type = 'CRIACAO' and created_at = t.created_at) <> 1`),
    ).toBe(0);
    expect(
      await one(`select count(*) from tickets t where status = 'FINALIZADO' and not exists
        (select from ticket_events e where e.ticket_id = t.id and type = 'FINALIZACAO')`),
    ).toBe(0);
    expect(
      await one(`select count(*) from (select created_at < lag(created_at) over (partition by ticket_id order by id) as back
      from ticket_events) x where back`),
    ).toBe(0);
  });
  it('has confirmed pickups for tickets past that step, and waiting ones in every state', async () => {
    expect(await one(BEYOND_WITHOUT_PICKUP)).toBe(0);
    const states = await rows<{ status: string; active: boolean; tickets: number }>(PICKUPS_UNDER_WAY);
    expect(states.map(({ status, active }) => `${status} ${active}`)).toEqual([
      'CANCELADA false',
      'CONFIRMADA true',
      'GERADA true',
    ]);
    expect(await one(`${WAITING} and not exists (${HELD})`)).toBeGreaterThan(3);
    expect(
      await one('select count(*) from pickups where created_at > confirmed_at or updated_at < created_at'),
    ).toBe(0);
    const [order] = await rows<{ ids: string; times: string }>(
      "select string_agg(id::text, ',' order by id) as ids, string_agg(id::text, ',' order by created_at, id) as times from pickups",
    );
    expect(order?.times).toBe(order?.ids);
    expect(
      await one(`select count(*) from ticket_events e join tickets t on t.id = e.ticket_id
        where e.type = 'COLETA' and (e.created_at > t.updated_at or e.created_at > '${TODAY}')`),
    ).toBe(0);
  });

  it('has photos that can be read', async () => {
    const files = await database.db.select().from(tables.files);
    expect(files.length).toBeGreaterThan(10);
    const stream = await folderStore(folder).get(files[0]?.storedAs ?? '');
    const bytes = [];
    for await (const part of stream) bytes.push(part as Buffer);
    expect(Buffer.concat(bytes).length).toBe(files[0]?.size);
    expect(await database.db.$count(tables.ticketAttachments)).toBe(files.length);
  });
  it('has a picture for nearly every product, where the console looks for it', async () => {
    const drawn = new Set(await readdir(path.join(folder, 'imagens', 'produtos')));
    const ids = (await database.db.select().from(tables.products)).flatMap(({ imageId }) => imageId ?? []);
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.filter((id) => !drawn.has(`${id}.svg`))).toEqual([]);
  });
  it('leaves the next number free in every table', async () => {
    const [ticket] = await database.db.insert(tables.faqKinds).values({ name: 'Outro' }).returning();
    expect(ticket?.id).toBe(6);
    const [last] = await rows<{ next: string }>(
      `select nextval(pg_get_serial_sequence('tickets', 'id')) as next`,
    );
    expect(Number(last?.next)).toBe(2001);
  });
  it('is identical when seeded again on the same day, even at night, and then has nothing of later hours', async () => {
    const second = await testDatabase({ standard: true });
    const night = new Date(`${TODAY}T05:00:00Z`);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(night.getTime());
    try {
      await seedDemo(second.db, second.pool, { today, analyze: false });
      const [mine, other] = await Promise.all([database, second].map(({ pool }) => pool.query(FINGERPRINT)));
      expect(other?.rows).toEqual(mine?.rows);
      const columns = await second.pool.query<{ table: string; column: string }>(PAST_INSTANTS);
      expect(columns.rows.length).toBeGreaterThan(50);
      // What the database's own clock wrote is later than the day after.
      const later = await Promise.all(
        columns.rows.map(async ({ table, column }) => {
          const { rows } = await second.pool.query<{ n: number }>(
            `select count(*)::int as n from ${table} where ${column} > $1 and ${column} < $1::timestamptz + interval '2 days'`,
            [night],
          );
          return { table, column, n: rows[0]?.n };
        }),
      );
      expect(later.filter(({ n }) => n !== 0)).toEqual([]);
    } finally {
      clock.mockRestore();
      await second.drop();
    }
  });
});
