import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { Column, eq, getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { catalogue } from '#contract/index.ts';
import { pathsOf, type Route, type Routes } from '#contract/route.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { HOLDINGS } from '#server/config/privacy/holdings/tables.ts';
import * as t from '#server/db/tables/index.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { OWN_TYPES, plantOwn, REVEALING, reported, whoSeesNone } from './plantedOwn.ts';

// Goes through a whole company.
jest.setTimeout(240_000);

let server: TestServer;
let folder: string;
/** The first sees personal data, the second does not; otherwise both have all rights. */
let admin: string;
let masked: string;
/** A service key that reads every type, also without the permission. */
let key: string;
/** Possible values of path parameters, by name. */
let values: Record<string, (string | number)[]>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pessoais-'));
  server = await testServer({ demo: true, dataDir: folder }, { demonstration: folder });
  const files = folderStore(path.join(folder, 'arquivos'));
  Object.assign(server.deps, { files });
  await plant();
  const [person] = await server.deps.db.select().from(t.people).where(eq(t.people.type, 'ADMIN')).limit(1);
  admin = await server.sessionOf(person?.id ?? 0);
  masked = await server.sessionOf(await whoSeesNone(server));
  const [found] = await server.deps.db
    .select()
    .from(t.customers)
    .where(sql`length(${t.customers.document}) = 11 and not ${t.customers.simulation}`)
    .limit(1);
  if (!found) throw new Error('no customer is a person');
  await plantOwn(server, folder, admin, found.id);
  values = await idsOfEverything();
  const made = await server.call('POST', '/config/chaves', {
    token: admin,
    body: {
      nome: 'Mascarada',
      escopos: ['clientes', 'tickets', 'pedidos', 'contatos', ...OWN_TYPES].map((tipo) => ({
        tipo,
        verbos: ['LER'],
      })),
      filiais: [],
      enderecos: [],
      dadosPessoais: false,
      validade: null,
    },
  });
  key = made.body.data.chave;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const cpf = sql`'777' || lpad((id % 1000000)::text, 6, '0') || '88'`;
const phone = sql`'1197777' || lpad((id % 10000)::text, 4, '0')`;
const email = sql`'segredo' || id || '@canario.com.br'`;

/** The new value of a column. A CNPJ is public and is kept. */
const PLANTED: Readonly<Record<string, (column: SQL) => SQL>> = {
  DOCUMENTO: (column) =>
    sql`case when length(${column}) = 11 or ${column} = '' then ${cpf} else ${column} end`,
  EMAIL: () => email,
  ENDERECO_ELETRONICO: (column) => sql`'segredo' || abs(hashtext(${column})) || '@canario.com.br'`,
  TELEFONE: () => phone,
  NASCIMENTO: () => sql`'1977-07-07'::date`,
  ENDERECO: () => sql`'Canarinho'`,
  TEXTO: () => sql`'Canarinho'`,
  ENDERECOS: (column) =>
    sql`${column} || '{"cep":"69999123","logradouro":"Rua Canarinho","numero":"77","complemento":"Canarinho","bairro":"Canarinho"}'`,
};

/** The columns of the holdings that are masked on the wire, by the kind of their fields' marks. */
const MASKED: Readonly<Record<string, keyof typeof PLANTED>> = {
  'customer_contacts.birth_date': 'NASCIMENTO',
  'customer_contacts.document': 'DOCUMENTO',
  'customer_contacts.email': 'EMAIL',
  'customer_contacts.mobile': 'TELEFONE',
  'customer_contacts.phone': 'TELEFONE',
  'customer_emails.email': 'EMAIL',
  'customer_phones.number': 'TELEFONE',
  'customers.address': 'ENDERECOS',
  'customers.birth_date': 'NASCIMENTO',
  'customers.delivery_address': 'ENDERECOS',
  'customers.document': 'DOCUMENTO',
  'customers.email': 'EMAIL',
  'customers.phone': 'TELEFONE',
  'delivery_addresses.cep': 'ENDERECO',
  'delivery_addresses.complement': 'ENDERECO',
  'delivery_addresses.district': 'ENDERECO',
  'delivery_addresses.number': 'ENDERECO',
  'delivery_addresses.street': 'ENDERECO',
  'dials.number': 'TELEFONE',
  'incoming_calls.number': 'TELEFONE',
  'mail_addresses.address': 'ENDERECO_ELETRONICO',
  'outbox_emails.to_address': 'EMAIL',
  'people.birth_date': 'NASCIMENTO',
  'people.cpf': 'DOCUMENTO',
  'people.email': 'EMAIL',
  'people.phone': 'TELEFONE',
  'received_emails.from_address': 'EMAIL',
  'ticket_copies.address': 'EMAIL',
  'ticket_surveys.address': 'EMAIL',
  'ticket_surveys.comment': 'TEXTO',
};

/**
 * The other columns with texts or days: names, sentences written by people, contents of calls that require the permission
 * (the audit log's values, e-mails), data shown only to the person themselves, and data that is not personal.
 */
const UNMASKED = new Set(
  `account_entries.description agendas.description agendas.finish_note agendas.subject audit_log.action audit_log.after
  audit_log.before audit_log.entity audit_log.entity_id audit_log.ip competitor_prices.note customer_contacts.name
  customer_contacts.note customer_contacts.role customer_contacts.team customer_credits.description
  customer_dimensions.description customer_dimensions.note customer_emails.description customer_log.data customer_log.text customer_merges.kept
  customer_phones.description customer_product_words.words customer_restrictions.description customers.block_reason
  customers.classification_note
  customers.extra_fields customers.legal_name customers.logistics_note customers.registration customers.state_registration
  customers.trade_name customers.utm delivery_addresses.city delivery_addresses.note delivery_addresses.state draft_endings.text drafts.content
  drafts.object extension_decisions.note incoming_calls.call_key incoming_calls.note external_identities.issuer external_identities.subject files.name
  invoice_titles.due_on invoice_titles.number invoice_titles.paid_on invoices.issued_on invoices.key invoices.note
  nfe_documents.issued_on nfe_documents.key notices.title order_items.note orders.customer_note orders.delivery_note orders.loss_note
  orders.order_note orders.purchase_order orders.status outbox_emails.body_text outbox_emails.subject passkeys.name
  past_orders.note past_orders.number past_orders.ordered_on past_orders.status
  people.employee_number people.name people.password_hash people.preferences price_negotiations.decision_note
  price_negotiations.note received_emails.html received_emails.subject saved_views.list saved_views.name
  service_records.description sessions.ip sessions.user_agent ticket_costs.description ticket_events.data ticket_events.note
  ticket_events.type ticket_items.analysis_reason ticket_items.check_note ticket_items.description ticket_items.note
  ticket_items.reason_text ticket_messages.html ticket_messages.type tickets.extra_fields tickets.message tickets.status
  tickets.subject`.split(/\s+/),
);

/** Every column named by the holdings that could contain a word or a day. */
const heldColumns = (): string[] => {
  const found = HOLDINGS.flatMap(({ table, disclosed, erase }) => {
    const erased = typeof erase === 'object' && erase !== null ? Object.keys(erase) : [];
    const columns = [...Object.values(disclosed), ...erased.map((key) => getTableColumns(table)[key])];
    return columns.filter((one): one is Column => is(one, Column)).map((one) => ({ table, one }));
  });
  const words = found.filter(({ one }) => /^(text|date|jsonb)$/.test(one.getSQLType()));
  return [...new Set(words.map(({ table, one }) => `${getTableName(table)}.${one.name}`))].sort();
};

async function plant() {
  const { db } = server.deps;
  await db.execute(sql`insert into customer_contacts (customer_id, name)
    select id, 'Contato' from customers where not simulation order by id limit 40`);
  await db.execute(sql`insert into customer_phones (customer_id, number, description)
    select id, ${phone}, 'Casa' from customers order by id limit 40`);
  await db.execute(sql`insert into customer_emails (customer_id, email, description)
    select id, ${email}, 'Casa' from customers order by id limit 40`);
  await db.execute(sql`insert into delivery_addresses (customer_id, cep, street, number, complement, district, city, state, note)
    select id, '', '', '', '', '', 'Manaus', 'AM', '' from customers order by id limit 40`);
  await db.execute(sql`insert into customer_log (customer_id, type, text, at)
    select id, 'LIGACAO', 'Ligação para (11) 97777-1234', now() from customers order by id limit 40`);
  await db.execute(sql`insert into ticket_surveys (ticket_id, address, asked_at, mark, comment, updated_at)
    select id, '', now(), 4, '', now() from tickets on conflict do nothing`);
  await db.execute(sql`insert into ticket_copies (ticket_id, address, person_id, at)
    select id, '', (select min(id) from people), now() from tickets on conflict do nothing`);
  for (const [place, kind] of Object.entries(MASKED)) {
    const [table = '', column = ''] = place.split('.');
    const name = sql.identifier(column);
    // Staff are not data subjects here, and have to sign in.
    const whose = table === 'people' ? sql`type = 'CONSUMIDOR_FINAL'` : sql`true`;
    await db.execute(
      sql`update ${sql.identifier(table)} set ${name} = ${PLANTED[kind]?.(sql`${name}`)} where ${whose}`,
    );
  }
}

async function idsOfEverything(): Promise<typeof values> {
  const { rows: tables } = await server.deps.db.execute<{ name: string }>(
    sql`select c.table_name as name from information_schema.columns c join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'id' and c.data_type = 'integer'`,
  );
  const ids: Record<string, number[]> = {};
  for (const { name } of tables) {
    const { rows } = await server.deps.db.execute<{ id: number }>(
      sql`select id from ${sql.identifier(name)} order by id limit 2`,
    );
    ids[name] = rows.map(({ id }) => id);
  }
  const { rows: served } = await server.deps.db.execute<{ ticket: number; customer: number }>(
    sql`select max(id) as ticket, customer_id as customer from tickets group by 2 order by count(*) desc limit 3`,
  );
  const consumers = await server.deps.db.execute<{ id: number; customer: number }>(
    sql`select t.id, t.customer_id as customer from tickets t join customers c on c.id = t.customer_id
      where length(c.document) = 11 order by t.id limit 2`,
  );
  const quotes = await server.deps.db.execute<{ id: number }>(
    sql`(select id from orders where stage = 'ORCAMENTO' limit 2) union all (select id from orders where stage = 'PEDIDO' limit 2)`,
  );
  const ticketIds = [...served.map(({ ticket }) => ticket), ...consumers.rows.map(({ id }) => id)];
  const customerIds = [
    ...served.map(({ customer }) => customer),
    ...consumers.rows.map(({ customer }) => customer),
    ...(ids.customers ?? []),
  ];
  return {
    idTicket: ticketIds,
    idCli: customerIds,
    chave: ['clientes', 'notas', 'titulos', ...OWN_TYPES],
    tipo: ['CLIENTE', 'PESSOA', 'clientes', 'notas', ...OWN_TYPES],
    entidade: ['cliente'],
    origem: ['clientes', 'cadastro-clientes', 'cadastro-pessoas', 'cadastro-pacientes'],
    id: [
      ...quotes.rows.map(({ id }) => id),
      ...new Set([...ticketIds, ...customerIds, ...Object.values(ids).flat()].slice(0, 24)),
    ],
  };
}

/** Every call that only reads: the GETs, and the POSTs that look something up. */
const reads: [string, Route, string][] = Object.values(catalogue as Record<string, Routes>)
  .flatMap((routes) => Object.values(routes))
  .filter(
    ({ method, changesState, permission, allowedWhileViewingAs }) =>
      permission !== 'public' &&
      (method === 'GET' ? !changesState : method === 'POST' && allowedWhileViewingAs === 'reads'),
  )
  .flatMap((route) => pathsOf(route).map((each): [string, Route, string] => [each, route, each]));

/** A valid value for a required query parameter. */
function sample({ type, format, anyOf, minimum }: TSchema): string {
  if (anyOf) return String(anyOf[0]?.const ?? '1');
  if (format === 'date') return '2026-11-01';
  return type === 'integer' || type === 'number' ? String(minimum ?? 1) : type === 'boolean' ? 'true' : '777';
}

/** The call with each possible value of its parameters, and with a search if it accepts one. */
function urlsOf(route: Route, at: string): string[] {
  const names = [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const many = Math.max(1, ...names.map((name) => (values[name] ?? values.id ?? []).length));
  const required = (route.query?.required ?? []).filter(
    (name: string) => name in (route.query?.properties ?? {}),
  );
  const query = required.map((name: string) => `${name}=${sample(route.query?.properties[name] as TSchema)}`);
  const urls = Array.from({ length: many }, (_, turn) => {
    const filled = at.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const from = values[name] ?? values.id ?? [];
      return String(from[turn % from.length]);
    });
    return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
  });
  const take =
    route.query && 'take' in route.query.properties ? [`${urls[0]}${query.length ? '&' : '?'}take=100`] : [];
  return [...new Set([...urls, ...take])];
}

async function answerOf(
  token: string,
  url: string,
  method: Route['method'] = 'GET',
): Promise<{ status: number; text: string }> {
  const answer = await server.app.inject({
    method,
    url,
    headers: { App: 'teste', authorization: `Bearer ${token}` },
    ...(method === 'POST' && { payload: {} }),
  });
  return { status: answer.statusCode, text: answer.payload };
}

it('every column with data of a holder is masked on the wire or listed as not masked', () => {
  expect(heldColumns()).toEqual([...Object.keys(MASKED), ...UNMASKED].sort());
});

describe('person without permission for personal data', () => {
  /** What the same call reveals to people with the permission, over all calls; a test that finds nothing proves nothing. */
  const seen = new Map<string, Set<string>>();
  const compared = new Set<string>();

  it.each(reads)('gets none of it from %s', async (_title, route, at) => {
    for (const url of urlsOf(route, at)) {
      const { status, text } = await answerOf(masked, url, route.method);
      expect([url, reported(text), status < 500]).toEqual([url, [], true]);
      if (route.serviceKeys) {
        const byKey = await answerOf(key, url, route.method);
        expect([url, reported(byKey.text), byKey.status < 500]).toEqual([url, [], true]);
      }
      if ((status !== 200 && status !== 403) || compared.has(at)) continue;
      if (status === 200) compared.add(at);
      for (const kind of reported((await answerOf(admin, url, route.method)).text))
        seen.set(kind, (seen.get(kind) ?? new Set()).add(at));
    }
  });

  it('exports lists with masks, in every format', async () => {
    const file = async (token: string, url: string, body?: object) =>
      server.app.inject({
        method: body ? 'POST' : 'GET',
        url,
        headers: { App: 'teste', authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      });
    const lists: [string, object?][] = [
      ['/sac/clientes/exportar', { formato: 'csv' }],
      ['/sac/tickets/exportar', { formato: 'csv', filtros: {} }],
      ['/callcenter/agendas/exportar', { formato: 'csv' }],
      ['/callcenter/ligacoes-recebidas/exportar', { formato: 'csv' }],
      ['/callcenter/pedidos/exportar', { formato: 'csv' }],
      ['/callcenter/orcamentos/exportar', { formato: 'csv' }],
      ['/config/cadastros/clientes/exportar?formato=csv'],
    ];
    for (const [url, body] of lists) {
      const [whole, hidden] = [await file(admin, url, body), await file(masked, url, body)];
      expect([url, whole.statusCode, hidden.statusCode]).toEqual([url, 200, 200]);
      expect([url, reported(hidden.payload)]).toEqual([url, []]);
      expect([url, hidden.payload.split('\n').length]).toEqual([url, whole.payload.split('\n').length]);
      if (url.includes('clientes'))
        expect([url, reported(whole.payload).sort(), hidden.payload.includes('s***@')]).toEqual([
          url,
          expect.arrayContaining(['cpf', 'email', 'phone']),
          true,
        ]);
    }
    const sheet = await file(masked, '/config/cadastros/clientes/exportar?formato=xlsx');
    const { rows } = (await readXlsx(sheet.rawPayload)).sheets[0] as { rows: unknown[][] };
    expect([rows.length > 10, reported(JSON.stringify(rows))]).toEqual([true, []]);
  });

  it('is refused printed documents, and can create only keys without it', async () => {
    const refused = async (method: 'GET' | 'POST', url: string, body?: object) =>
      (await server.call(method, url, { token: masked, ...(body && { body }) })).status;
    const [quote] = await server.deps.db
      .select()
      .from(t.orders)
      .where(eq(t.orders.stage, 'ORCAMENTO'))
      .limit(1);
    expect(await refused('GET', `/callcenter/orcamentos/${quote?.id}/download`)).toBe(403);
    const key = (dadosPessoais: boolean, token: string) =>
      server.call('POST', '/config/chaves', {
        token,
        body: {
          nome: 'ERP',
          escopos: [{ tipo: 'clientes', verbos: ['LER'] }],
          filiais: [],
          enderecos: [],
          dadosPessoais,
          validade: null,
        },
      });
    expect((await key(true, masked)).status).toBe(403);
    const { chave } = (await key(false, masked)).body.data;
    const page = await answerOf(chave, '/dados/v1/clientes?limite=100');
    expect([page.status, reported(page.text)]).toEqual([200, []]);
    const whole = await answerOf((await key(true, admin)).body.data.chave, '/dados/v1/clientes?limite=100');
    expect(reported(whole.text)).toContain('email');
  });

  it('would see each kind in more than three calls with the permission', () => {
    const counts = Object.fromEntries([...seen].map(([kind, calls]) => [kind, calls.size]));
    for (const kind of Object.keys(REVEALING)) expect([kind, (counts[kind] ?? 0) > 3]).toEqual([kind, true]);
  });
});
