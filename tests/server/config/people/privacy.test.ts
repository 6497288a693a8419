import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { fromBuffer, type ZipFile } from 'yauzl';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { goOnErasing } from '#server/config/privacy/commands.ts';
import { GONE } from '#server/config/privacy/holdings/holding.ts';
import * as t from '#server/db/tables/index.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

// Loads a whole company.
jest.setTimeout(180_000);

const YEAR = 366 * 24 * 60 * 60 * 1000;

describe('data of a data subject', () => {
  let server: TestServer;
  let folder: string;
  const tokens: Record<string, string> = {};
  let consumer: typeof t.people.$inferSelect;
  let customer: typeof t.customers.$inferSelect;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'titulares-'));
    server = await testServer({ demo: true, dataDir: folder }, { demonstration: folder });
    const files = folderStore(path.join(folder, 'arquivos'));
    Object.assign(server.deps, { files });
    const { db } = server.deps;
    for (const type of ['ADMIN', 'GERENTE', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const) {
      const [person] = await db.select().from(t.people).where(eq(t.people.type, type)).orderBy(t.people.id);
      tokens[type] = await server.sessionOf(person?.id ?? 0);
    }
    [consumer, customer] = await aConsumerWithTickets();
    await giveEverything();
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A person with an account, a customer with the same CPF, and tickets. */
  async function aConsumerWithTickets(): Promise<[typeof consumer, typeof customer]> {
    const { db } = server.deps;
    const [found] = await db
      .select({ person: t.people, customer: t.customers })
      .from(t.people)
      .innerJoin(t.customers, eq(t.customers.document, t.people.cpf))
      .where(
        and(
          eq(t.people.type, 'CONSUMIDOR_FINAL'),
          sql`exists (select from ${t.tickets} where ${t.tickets.customerId} = ${t.customers.id})`,
        ),
      )
      .orderBy(t.people.id)
      .limit(1);
    if (!found) throw new Error('the demonstration has no consumer with tickets');
    return [found.person, found.customer];
  }

  /**
   * Adds what this person lacks in the demonstration. The words are unique, so that they can be found wherever they remain.
   */
  async function giveEverything() {
    const { db } = server.deps;
    const customerId = customer.id;
    const person = { name: 'Quitéria Zumbano', email: 'quiteria@zumbano.com.br', phone: '92988887777' };
    await db
      .update(t.people)
      .set({ ...person, birthDate: '1981-02-03' })
      .where(eq(t.people.id, consumer.id));
    await db
      .update(t.customers)
      .set({
        legalName: person.name,
        tradeName: person.name,
        email: person.email,
        phone: person.phone,
        logisticsNote: 'zumbano no portão',
      })
      .where(eq(t.customers.id, customerId));
    Object.assign(consumer, person);
    await db
      .insert(t.customerContacts)
      .values({ customerId, name: 'Zumbano Filho', email: 'filho@zumbano.com.br' });
    await db.insert(t.customerPhones).values({ customerId, number: '92988887777', description: 'Zumbano' });
    await db
      .insert(t.customerEmails)
      .values({ customerId, email: 'outra@zumbano.com.br', description: 'Zumbano' });
    await db
      .insert(t.customerLog)
      .values({ customerId, type: 'CADASTRO', text: 'Zumbano pediu', data: { nome: 'Zumbano' } });
    await db.insert(t.outboxEmails).values([
      { toAddress: 'Quiteria@Zumbano.com.br', subject: 'Olá, Zumbano', bodyText: 'Zumbano' },
      { toAddress: 'outra.pessoa@exemplo.com.br', subject: 'Olá', bodyText: 'Outra pessoa' },
    ]);
    await db
      .insert(t.drafts)
      .values({ personId: consumer.id, object: 'ticket', content: { texto: 'Zumbano' } });
    const [own] = await ticketsOf();
    await db.insert(t.ticketCopies).values([
      { ticketId: own?.id ?? 0, address: person.email, personId: consumer.id, at: new Date() },
      { ticketId: own?.id ?? 0, address: 'filha@zumbano.com.br', personId: consumer.id, at: new Date() },
    ]);
    await db
      .insert(t.ticketMessages)
      .values({ ticketId: own?.id ?? 0, type: 'PUBLICO', authorId: consumer.id, html: '<p>Zumbano</p>' });
    await db
      .update(t.tickets)
      .set({ subject: 'Caixa de Zumbano', message: 'Zumbano' })
      .where(eq(t.tickets.id, own?.id ?? 0));
  }

  const ticketsOf = () =>
    server.deps.db
      .select({ id: t.tickets.id })
      .from(t.tickets)
      .where(eq(t.tickets.customerId, customer.id))
      .orderBy(desc(t.tickets.id));

  const call = (method: 'GET' | 'POST', url: string, who = 'ADMIN', body?: object, key?: string) =>
    server.call(method, url, {
      token: tokens[who] as string,
      ...(body && { body }),
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const own = () => `/config/titulares/PESSOA/${consumer.id}`;

  /** `table.column` of every text in the database that contains the word. */
  async function where(word: string): Promise<string[]> {
    const { db } = server.deps;
    const { rows } = await db.execute<{ name: string; col: string }>(sql`
      select c.table_name as name, c.column_name as col from information_schema.columns c
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')`);
    const found: string[] = [];
    for (const { name, col } of rows) {
      const hit = await db.execute(
        sql`select 1 from ${sql.identifier(name)} where ${sql.identifier(col)}::text ilike ${`%${word}%`} limit 1`,
      );
      if (hit.rows.length > 0) found.push(`${name}.${col}`);
    }
    return found.sort();
  }

  it('answer 403 without the permission', async () => {
    for (const who of ['GERENTE', 'OPERADOR', 'CONSUMIDOR_FINAL'])
      for (const url of ['/config/titulares?termo=zumbano', own(), `${own()}/arquivo`, '/config/eliminacoes'])
        expect([who, url, (await call('GET', url, who)).status]).toEqual([who, url, 403]);
    expect((await call('POST', `${own()}/eliminar`, 'OPERADOR', { nome: 'x', motivo: 'y' })).status).toBe(
      403,
    );
  });

  it('are found by CPF, e-mail, phone and part of the name, with every record of the CPF', async () => {
    const found = async (termo: string) =>
      (await call('GET', `/config/titulares?termo=${encodeURIComponent(termo)}`)).body.itens.map(
        ({ tipo, id }: { tipo: string; id: number }) => `${tipo} ${id}`,
      );
    const both = [`PESSOA ${consumer.id}`, `CLIENTE ${customer.id}`];
    expect(await found(consumer.cpf)).toEqual(both);
    expect(await found('quiteria@zumbano.com.br')).toEqual(both);
    expect(await found('(92) 98888-7777')).toEqual(both);
    expect(await found('quiteria zum')).toEqual(both);
    expect(await found('ninguém com este nome')).toEqual([]);
  });

  it('are listed by group, and never for a company', async () => {
    const { status, body } = await call('GET', own());
    expect(status).toBe(200);
    expect(body.data.documento).toMatch(/^\*{3}\./);
    const groups = new Map(body.data.grupos.map((one: { grupo: string }) => [one.grupo, one]));
    for (const group of [
      'CADASTRO',
      'IDENTIDADE',
      'CONTATOS',
      'CONTA',
      'COMERCIAL',
      'COMUNICACOES',
      'ATENDIMENTO',
    ])
      expect([group, groups.has(group)]).toEqual([group, true]);
    const [company] = await server.deps.db
      .select({ id: t.customers.id })
      .from(t.customers)
      .where(sql`length(${t.customers.document}) = 14`)
      .limit(1);
    expect((await call('GET', `/config/titulares/CLIENTE/${company?.id}`)).body.code).toBe('NAO_E_TITULAR');
    expect((await call('GET', '/config/titulares/PESSOA/999999')).status).toBe(404);
  });

  it('are exported as one file with what the person sent, recorded in the audit log', async () => {
    const { db } = server.deps;
    const answer = await server.app.inject({
      method: 'GET',
      url: `${own()}/arquivo`,
      headers: { App: 'teste', authorization: `Bearer ${tokens.ADMIN}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('application/zip');
    const entries = await unzipped(answer.rawPayload);
    const reported = JSON.parse(entries.get('dados.json') ?? '');
    const text = JSON.stringify(reported);
    for (const word of [
      'Quitéria Zumbano',
      consumer.cpf,
      'filho@zumbano.com.br',
      'Zumbano pediu',
      '<p>Zumbano</p>',
      'Caixa de Zumbano',
      'copiasDeEmails',
    ])
      expect([word, text.includes(word)]).toEqual([word, true]);
    for (const secret of [consumer.passwordHash, 'token_hash', 'tokenHash', 'Outra pessoa', 'filha@zumbano'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    const logged = await db
      .select({ entity: t.auditLog.entity, after: t.auditLog.after })
      .from(t.auditLog)
      .where(eq(t.auditLog.action, 'BAIXAR_DADOS_PESSOAIS'));
    expect(logged.map(({ entity }) => entity).sort()).toEqual(['customers', 'people']);
  });

  it('are not erased while something is open, with a wrong name, or for staff', async () => {
    const { db } = server.deps;
    const [first] = await ticketsOf();
    await db
      .update(t.tickets)
      .set({ status: 'ABERTO', finishedAt: null })
      .where(eq(t.tickets.id, first?.id ?? 0));
    const body = { nome: 'Quitéria Zumbano', motivo: 'Pedido 77 por e-mail' };
    const open = await call('POST', `${own()}/eliminar`, 'ADMIN', body);
    expect([open.status, open.body.code]).toEqual([422, 'ELIMINACAO_IMPEDIDA']);
    const { impede } = (await call('GET', own(), 'ADMIN')).body.data;
    expect(impede).toContainEqual(expect.objectContaining({ tipo: 'TICKETS', idCli: customer.id }));
    await db
      .update(t.tickets)
      .set({ status: 'FINALIZADO', finishedAt: server.deps.now() })
      .where(eq(t.tickets.customerId, customer.id));
    await db
      .update(t.invoiceTitles)
      .set({ paidOn: '2026-01-01' })
      .where(
        inArray(
          t.invoiceTitles.invoiceId,
          db.select({ id: t.invoices.id }).from(t.invoices).where(eq(t.invoices.customerId, customer.id)),
        ),
      );
    await db
      .update(t.orders)
      .set({ status: 'ENTREGUE' })
      .where(and(eq(t.orders.customerId, customer.id), eq(t.orders.stage, 'PEDIDO')));
    expect(
      (await call('POST', `${own()}/eliminar`, 'ADMIN', { ...body, nome: 'Quitéria' })).body.errors,
    ).toHaveProperty('nome');
    const [staff] = await db.select().from(t.people).where(eq(t.people.type, 'OPERADOR')).limit(1);
    const worker = await call('POST', `/config/titulares/PESSOA/${staff?.id}/eliminar`, 'ADMIN', {
      nome: staff?.name,
      motivo: 'Pedido',
    });
    expect(worker.body.code).toBe('ELIMINACAO_IMPEDIDA');
  });

  it('are erased at once, except what a law keeps, and once for two requests', async () => {
    const body = { nome: 'quitéria zumbano', motivo: 'Pedido 77 por e-mail' };
    const [one, other] = await Promise.all([
      call('POST', `${own()}/eliminar`, 'ADMIN', body, 'um'),
      call('POST', `${own()}/eliminar`, 'ADMIN', body, 'dois'),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 422]);
    const { data } = one.status === 200 ? one.body : other.body;
    expect(data.por).not.toBe('');
    const kept = new Set(
      data.grupos
        .filter(({ efeito }: { efeito: string }) => efeito === 'FICA')
        .map(({ grupo }: { grupo: string }) => grupo),
    );
    expect(kept.has('ATENDIMENTO')).toBe(true);
    expect(kept.has('CADASTRO')).toBe(false);
    const identity = kept.has('IDENTIDADE')
      ? ['customers.folded_names', 'customers.legal_name', 'customers.trade_name']
      : [];
    const left = (await where('zumbano')).filter((place) => !place.startsWith('audit_log.'));
    expect(left).toEqual(
      [
        ...identity,
        // Somebody else's, which goes with the ticket.
        'ticket_copies.address',
        'ticket_messages.html',
        'tickets.folded_subject',
        'tickets.message',
        'tickets.subject',
      ].sort(),
    );
    expect((await where('92988887777')).filter((place) => !place.startsWith('audit_log.'))).toEqual([]);
    expect((await call('GET', own())).body.data.eliminacao.motivo).toBe('Pedido 77 por e-mail');
    // The former account can no longer sign in.
    expect(
      (await server.call('GET', '/sac/tickets', { token: await server.sessionOf(consumer.id) })).status,
    ).toBe(401);
  });

  it('are erased without touching those of others', async () => {
    const { db } = server.deps;
    expect(await where('outra.pessoa@exemplo')).toEqual(['outbox_emails.to_address']);
    const gone = { people: 'Pessoa eliminada', tickets: GONE };
    expect(await db.$count(t.people, eq(t.people.name, gone.people))).toBe(1);
    for (const table of [t.agendas, t.tickets])
      expect(
        await db.$count(table, and(eq(table.subject, gone.tickets), ne(table.customerId, customer.id))),
      ).toBe(0);
  });

  it('of a contact are erased without the customer, and other systems are notified', async () => {
    const { db } = server.deps;
    const [company] = await db
      .select({ id: t.customers.id, name: t.customers.legalName })
      .from(t.customers)
      .where(sql`length(${t.customers.document}) = 14`)
      .limit(1);
    const customerId = company?.id ?? 0;
    const [contact] = await db
      .insert(t.customerContacts)
      .values({ customerId, name: 'Zebedeu Quintal', email: 'zebedeu@quintal.com.br' })
      .returning();
    const contato = contact?.id ?? 0;
    await db
      .insert(t.customerLog)
      .values({ customerId, type: 'CADASTRO', text: 'Contato Zebedeu Quintal criado', data: { contato } });
    const others = await db.$count(t.customerContacts);
    const { status } = await call('POST', `/config/titulares/CONTATO/${contato}/eliminar`, 'ADMIN', {
      nome: 'Zebedeu Quintal',
      motivo: 'Pedido 78',
    });
    expect(status).toBe(200);
    expect((await where('zebedeu')).filter((place) => !place.startsWith('audit_log.'))).toEqual([]);
    expect(await db.$count(t.customerContacts)).toBe(others - 1);
    const [still] = await db.select().from(t.customers).where(eq(t.customers.id, customerId));
    expect([still?.legalName, still?.blocked]).toEqual([company?.name, false]);
    const reported = await db
      .select({ type: t.feedPending.type, id: t.feedPending.recordId, happened: t.feedPending.happened })
      .from(t.feedPending);
    expect(reported).toContainEqual({ type: 'contatos', id: contato, happened: 'excluido' });
    expect(reported).not.toContainEqual({ type: 'contatos', id: contato, happened: 'alterado' });
    expect(reported).toContainEqual({ type: 'clientes', id: customer.id, happened: 'alterado' });
  });

  it('of a person who came back can be erased again', async () => {
    const { db } = server.deps;
    const [back] = await db
      .insert(t.people)
      .values({ ...consumer, id: undefined, name: 'Quitéria Zumbano', customerId: null, version: 1 })
      .returning();
    const url = `/config/titulares/PESSOA/${back?.id}`;
    expect((await call('GET', url)).body.data.eliminacao).toBeNull();
    const again = await call('POST', `${url}/eliminar`, 'ADMIN', {
      nome: 'Quitéria Zumbano',
      motivo: 'Pedido 79',
    });
    expect(again.status).toBe(200);
    const more = await call('POST', `${url}/eliminar`, 'ADMIN', { nome: 'Pessoa eliminada', motivo: 'x' });
    expect(more.body.code).toBe('JA_ELIMINADO');
  });

  it('are erased by themselves when the legal period ends, and remain only in the audit log', async () => {
    const { db, now } = server.deps;
    expect(await goOnErasing(server.deps)).toBe(0);
    server.advance(7 * YEAR);
    expect(await goOnErasing({ db, now })).toBeGreaterThan(0);
    expect((await where('zumbano')).filter((place) => !place.startsWith('audit_log.'))).toEqual([]);
    // The page that offers the demonstration's accounts takes the names from its own list.
    expect((await where(consumer.cpf)).filter((place) => !place.startsWith('audit_log.'))).toEqual([
      'installation.facts',
    ]);
    for (const { nextOn, completedAt } of await db.select().from(t.erasures))
      expect([nextOn, completedAt]).toEqual([null, expect.any(Date)]);
    expect(await goOnErasing({ db, now })).toBe(0);
  });
});

const unzipped = (bytes: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip: ZipFile) => {
      if (error) return reject(error);
      const found = new Map<string, string>();
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            found.set(entry.fileName, Buffer.concat(parts).toString());
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve(found));
      zip.readEntry();
    });
  });
