import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq, sql } from 'drizzle-orm';
import type { ExtraField, ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { validateContent } from '#server/config/definitions/validate.ts';
import { validatedFields } from '#server/config/fields/extraFields.ts';
import { fieldCondition, syncFieldIndexes, syncLargeFieldIndexes } from '#server/config/fields/queries.ts';
import { fieldsKind } from '#server/config/fields/rules.ts';
import {
  auditLog,
  customerLog,
  customers,
  definitions,
  definitionVersions,
  roles,
  ticketEvents,
  tickets,
} from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../../sac/tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

const rota: ExtraField = {
  chave: 'rota',
  titulo: 'Rota',
  tipo: 'SELECT',
  opcoes: [
    { valor: 'NORTE', rotulo: 'Norte' },
    { valor: 'SUL', rotulo: 'Sul' },
    { valor: 'CENTRO', rotulo: 'Centro', arquivada: true },
  ],
  coluna: true,
  filtravel: true,
  exportar: true,
};
const visitas: ExtraField = {
  chave: 'visitas',
  titulo: 'Visitas',
  tipo: 'INTEIRO',
  coluna: true,
  filtravel: true,
  exportar: true,
};
const nota: ExtraField = { chave: 'nota', titulo: 'Nota', tipo: 'TEXTAREA' };
const publico: ExtraField = { ...rota, chave: 'canal', titulo: 'Canal', publico: true };
const of = (id: 'cliente' | 'ticket', ...campos: ExtraField[]): ExtraFieldsDefinition => ({
  formato: 2,
  id,
  titulo: 'Campos',
  campos,
});

/** Sets the current definition, as a publication would. */
async function hold(definition: ExtraFieldsDefinition) {
  const { db } = fixture.server.deps;
  const [newest] = await db
    .select()
    .from(definitionVersions)
    .where(sql`kind = 'fields' and key = ${definition.id}`)
    .orderBy(desc(definitionVersions.version))
    .limit(1);
  const version = (newest?.version ?? 0) + 1;
  await db.insert(definitionVersions).values({
    kind: 'fields',
    key: definition.id,
    version,
    content: { ...definition },
    hash: String(version),
    source: 'ESTUDIO',
  });
  await db
    .update(definitions)
    .set({ publishedVersion: version })
    .where(sql`kind = 'fields' and key = ${definition.id}`);
  await db.transaction((tx) => syncFieldIndexes(tx, definition, 'PUBLISHING'));
}

const customer = () => fixture.customerIds.first;
const give = (id: number, values: Record<string, unknown>) =>
  fixture.server.deps.db.update(customers).set({ extraFields: values }).where(eq(customers.id, id));
const put = (path: string, body: object, who: keyof TicketFixture['tokens'] = 'OPERADOR', key?: string) =>
  fixture.server.call('PUT', `/sac/${path}/campos-adicionais`, {
    token: fixture.tokens[who],
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const versionOf = async (path: string) =>
  (await fixture.get(`${path}/campos-adicionais`, 'OPERADOR')).body.versao as number;
const transition = (before: ExtraFieldsDefinition | null, after: ExtraFieldsDefinition) =>
  fieldsKind.transition?.(before && { ...before }, { ...after }, fixture.server.deps.db) ??
  Promise.resolve([]);

describe('extra fields of a customer', () => {
  beforeEach(async () => {
    await hold(of('cliente', rota, visitas, nota));
    await give(customer(), { rota: 'CENTRO', antigo: 'x' });
  });

  it('are hidden from people who cannot see the customer, and from consumers', async () => {
    const path = `clientes/${customer()}`;
    const unknown = await put('clientes/999999', { versao: 1, valores: {} }, 'OPERADOR');
    for (const who of ['OTHER_OPERATOR'] as const) {
      const answer = await put(path, { versao: 1, valores: { rota: 'SUL' } }, who);
      expect([answer.status, answer.body.error]).toEqual([404, unknown.body.error]);
      expect((await fixture.get(`${path}/campos-adicionais`, who)).status).toBe(404);
    }
    expect((await put(path, { versao: 1, valores: {} }, 'VENDEDOR')).status).toBe(403);
    expect((await put(path, { versao: 1, valores: {} }, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await fixture.get(`${path}/campos-adicionais`, 'CONSUMIDOR_FINAL')).status).toBe(403);
    const reported = await fixture.get(
      'consultas/cadastro-campos-adicionais?entidade=cliente',
      'CONSUMIDOR_FINAL',
    );
    expect(reported.body.campos).toEqual([]);
  });

  it('are returned as texts, with the form to change them', async () => {
    const { body } = await fixture.get(`clientes/${customer()}/campos-adicionais`, 'OPERADOR');
    expect(body.exibicao.map(({ titulo, texto }: never) => [titulo, texto])).toEqual([
      ['Rota', 'Centro'],
      ['Visitas', ''],
      ['Nota', ''],
      // Of the registration, beyond what the console itself stores.
      ['CNAEs secundários', ''],
      ['Segmento', ''],
      ['Contribuinte de ICMS', ''],
      // Nothing that is stored goes unseen, even without a field.
      ['Antigo', 'x'],
    ]);
    expect(body.formulario.schema.properties.rota.enum).toEqual(['NORTE', 'SUL', 'CENTRO']);
    expect(body.formulario.validador).toMatch(/^\/config\/validadores\/[0-9a-f]{64}\.js$/);
    expect(body.valores).toEqual({ rota: 'CENTRO' });
    const reader = await fixture.get(`clientes/${customer()}/campos-adicionais`, 'VENDEDOR');
    expect([reader.body.podeAlterar, reader.body.formulario]).toEqual([false, undefined]);
  });

  it('are changed once, keeping what was not asked, with one audit entry', async () => {
    const versao = await versionOf(`clientes/${customer()}`);
    const body = { versao, valores: { rota: 'SUL', visitas: 4, nota: '  ' } };
    const answer = await put(`clientes/${customer()}`, body, 'OPERADOR', 'campos-1');
    expect(answer.status).toBe(200);
    expect(answer.body.versao).toBe(versao + 1);
    const again = await put(`clientes/${customer()}`, body, 'OPERADOR', 'campos-1');
    expect(again.body).toEqual(answer.body);
    const [row] = await fixture.server.deps.db.select().from(customers).where(eq(customers.id, customer()));
    expect(row?.extraFields).toEqual({ antigo: 'x', rota: 'SUL', visitas: 4 });
    const [entry] = await fixture.server.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'ALTERAR',
      entity: 'customers',
      before: { rota: 'CENTRO' },
      after: { rota: 'SUL', visitas: 4 },
    });
    const log = await fixture.server.deps.db
      .select({ text: customerLog.text })
      .from(customerLog)
      .where(eq(customerLog.customerId, customer()))
      .orderBy(customerLog.id);
    expect(log.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Campos adicionais alterados\. Rota: Sul; Visitas: 4/),
    ]);
  });

  it('are rejected field by field, and an old version with the current values', async () => {
    const versao = await versionOf(`clientes/${customer()}`);
    const wrong = await put(`clientes/${customer()}`, {
      versao,
      valores: { rota: 'LESTE', visitas: 1.5, nada: 'x' },
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['nada', 'rota', 'visitas']);
    const late = await put(`clientes/${customer()}`, { versao: versao + 7, valores: {} });
    expect([late.status, late.body.atual.versao]).toEqual([409, versao]);
  });

  it('that become required break no old record, but are demanded when it changes', async () => {
    const { db } = fixture.server.deps;
    await hold(of('cliente', rota, { ...visitas, obrigatorio: true }, nota));
    const stored = { rota: 'CENTRO' };
    const errorsOf = async (values: object, before: object | null = null) =>
      (await validatedFields(db, 'cliente', { ...values }, { before: before && { ...before } })).errors;
    expect(await errorsOf(stored, stored)).toEqual({});
    expect(Object.keys(await errorsOf({ rota: 'SUL' }, stored))).toEqual(['visitas']);
    expect(Object.keys(await errorsOf({}))).toEqual(['visitas']);
    expect(Object.keys(await errorsOf({ rota: 'CENTRO', visitas: 1 }))).toEqual(['rota']);
  });
});

describe('extra fields of a ticket', () => {
  it('are one timeline entry, of which others read what is public', async () => {
    const { db } = fixture.server.deps;
    await hold(of('ticket', publico, visitas));
    const id = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    const path = `tickets/${id}`;
    expect((await put(path, { versao: 1, valores: {} }, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await put(path, { versao: 1, valores: {} }, 'VENDEDOR')).body.code).toBe('SEM_PERMISSAO');
    const own = await fixture.get(`${path}/campos-adicionais`, 'CONSUMIDOR_FINAL');
    expect(own.body.exibicao.map(({ chave }: never) => chave)).toEqual(['canal']);
    const hidden = await put(path, { versao: 1, valores: { visitas: 3 } }, 'CONSUMIDOR_FINAL');
    expect(hidden.body.errors).toEqual({ visitas: expect.any(String) });

    expect((await put(path, { versao: 1, valores: { canal: 'SUL' } }, 'CONSUMIDOR_FINAL')).status).toBe(200);
    expect((await put(path, { versao: 2, valores: { canal: 'NORTE', visitas: 3 } })).status).toBe(200);
    const events = await db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(ticketEvents.id);
    expect(events.map(({ type, note, internal }) => [type, note, internal])).toEqual([
      ['CAMPOS', 'Canal: Sul', false],
      ['CAMPOS', 'Canal: Norte', false],
    ]);
    const told = async (who: keyof TicketFixture['tokens']) =>
      (await fixture.get(`${path}/atividades`, who)).body[0].observacao;
    expect(await told('ADMIN')).toBe('Canal: Norte; Visitas: 3');
    expect(await told('CONSUMIDOR_FINAL')).toBe('Canal: Norte');
    expect((await put(path, { versao: 1, valores: {} })).status).toBe(409);
    const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
    expect([row?.extraFields, row?.version]).toEqual([{ canal: 'NORTE', visitas: 3 }, 3]);
    // A consumer's save keeps the fields that they are not shown.
    expect((await put(path, { versao: 3, valores: {} }, 'CONSUMIDOR_FINAL')).status).toBe(200);
    const [after] = await db.select().from(tickets).where(eq(tickets.id, id));
    expect(after?.extraFields).toEqual({ visitas: 3 });
  });

  it('are columns, filters and cells of the export, for consumers only if public', async () => {
    await hold(of('ticket', publico, visitas));
    const id = await fixture.addTicket({
      customerId: fixture.customerIds.consumer,
      extraFields: { canal: 'SUL', visitas: 3 },
    });
    const list = async (campos: string, who: keyof TicketFixture['tokens'] = 'ADMIN') =>
      fixture.get(`tickets?campos=${campos}`, who);
    const found = await list('canal:SUL');
    expect(found.body.itens.map((row: { id: number; campos: object }) => [row.id, row.campos])).toEqual([
      [id, { canal: 'Sul', visitas: '3' }],
    ]);
    expect((await list('visitas:2..4&campos=canal:SUL')).body.itens).toHaveLength(1);
    expect((await list('visitas:4..')).body.itens).toHaveLength(0);
    expect((await list('nada:1')).status).toBe(422);
    expect((await list('visitas:2..4', 'CONSUMIDOR_FINAL')).status).toBe(422);
    const own = await list('canal:SUL', 'CONSUMIDOR_FINAL');
    expect(own.body.itens[0].campos).toEqual({ canal: 'Sul' });
    const file = await fixture.server.call('POST', '/sac/tickets/exportar', {
      token: fixture.tokens.ADMIN,
      body: { formato: 'csv', filtros: { campos: ['canal:SUL'] } },
    });
    expect(file.body.split('\r\n')[0]).toMatch(/Canal;Visitas/);
    expect(file.body).toMatch(/Sul;3/);
  });

  it('marked as personal are hidden, cannot be filtered or written without permission, and are kept', async () => {
    const { db } = fixture.server.deps;
    await hold(of('ticket', publico, { ...visitas, pessoal: true }));
    const id = await fixture.addTicket({ extraFields: { canal: 'SUL', visitas: 3 } });
    const [role] = await db.select().from(roles).where(eq(roles.key, 'ADMIN'));
    const grants = (role?.grants ?? []).map((one) => ({ ...one, autorizado: one.nome !== 'DADOS_PESSOAIS' }));
    await db.update(roles).set({ grants }).where(eq(roles.key, 'ADMIN'));
    try {
      const { body } = await fixture.get(`tickets/${id}/campos-adicionais`, 'ADMIN');
      expect(body.exibicao.map(({ chave }: { chave: string }) => chave)).toEqual(['canal']);
      expect(body.valores).toEqual({ canal: 'SUL' });
      expect((await fixture.get('tickets?campos=visitas:2..4', 'ADMIN')).status).toBe(422);
      const { body: list } = await fixture.get(`tickets?termo=${id}`, 'ADMIN');
      expect(list.itens[0].campos).toEqual({ canal: 'Sul' });
      const refused = await put(`tickets/${id}`, { versao: 1, valores: { visitas: 4 } }, 'ADMIN');
      expect(refused.body.errors).toHaveProperty('visitas');
      expect((await put(`tickets/${id}`, { versao: 1, valores: { canal: 'NORTE' } }, 'ADMIN')).status).toBe(
        200,
      );
    } finally {
      await db
        .update(roles)
        .set({ grants: role?.grants ?? [] })
        .where(eq(roles.key, 'ADMIN'));
    }
    const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
    expect(row?.extraFields).toEqual({ canal: 'NORTE', visitas: 3 });
    expect(
      (await put(`tickets/${id}`, { versao: 2, valores: { canal: 'NORTE', visitas: 5 } }, 'ADMIN')).status,
    ).toBe(200);
    const [event] = await db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(desc(ticketEvents.id));
    expect(event?.note).toBe('Visitas: alterado');
  });
});

describe('publishing extra fields', () => {
  it('lists the records that a tighter rule would invalidate, at most ten by name', async () => {
    await give(customer(), { rota: 'SUL', visitas: 12, nota: 'uma\nduas' });
    const before = of('cliente', rota, visitas, nota);
    const problems = await transition(
      before,
      of(
        'cliente',
        { ...rota, opcoes: [{ valor: 'NORTE', rotulo: 'Norte' }] },
        { ...visitas, maximo: 9 },
        { ...nota, tipo: 'TEXT', tamanho: 5 },
      ),
    );
    expect(problems.map(({ pointer, message }) => [pointer, message.replace(/\(\d+\)/, '(n)')])).toEqual([
      [
        '/campos/0/opcoes',
        expect.stringMatching(/^1 cliente tem a opção "SUL" em 'Rota': .+ \(n\)\. Arquive/),
      ],
      ['/campos/1/maximo', expect.stringMatching(/^1 cliente tem mais de 9 em 'Visitas'/)],
      ['/campos/2/tipo', expect.stringMatching(/^1 cliente tem mais de uma linha em 'Nota'/)],
      ['/campos/2/tamanho', expect.stringMatching(/mais de 5 caracteres/)],
    ]);
    expect(await transition(before, of('cliente', visitas, nota))).toEqual([
      { pointer: '/campos', message: expect.stringContaining('Arquive-o'), severity: 'ERRO' },
    ]);
    expect(await transition(before, before)).toEqual([]);
    expect(await transition(null, before)).toEqual([]);
  });

  it('counts the records with values', async () => {
    const found = await fieldsKind.dependents(fixture.server.deps.db, 'cliente', {
      ...of('cliente', rota, visitas),
    });
    expect(found).toEqual([
      { tipo: 'Valores de clientes', nome: 'Rota', quantos: 1 },
      { tipo: 'Valores de clientes', nome: 'Visitas', quantos: 1 },
    ]);
  });

  it('rejects a default that the field rejects, and a test with another outcome', async () => {
    const wrong = {
      ...of('cliente', { ...rota, padrao: 'CENTRO' }, { ...visitas, padrao: 'um' }),
      testes: [
        { valores: { rota: 'NORTE' }, espera: [{ campo: 'rota' }] },
        { valores: { rota: 'ERRADA' }, espera: 'valido' },
      ],
    };
    const problems = await validateContent('fields', wrong as never, null);
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/campos/0/padrao',
      '/campos/1/padrao',
      '/testes/0',
      '/testes/1',
    ]);
  });

  it('creates indexes that filters use, and drops them with the filter', async () => {
    const { db, pool } = fixture.server.deps;
    await hold(of('cliente', rota, visitas));
    await pool.query(
      `insert into customers (document, legal_name, trade_name, extra_fields)
       select 'X' || n, 'Cliente ' || n, '', jsonb_build_object('rota', 'ROTA' || n % 500, 'visitas', n)
       from generate_series(1, 20000) n`,
    );
    await pool.query('vacuum analyze customers');
    const plan = async (texts: string[]) => {
      const condition = await fieldCondition(db, 'cliente', texts);
      const { rows } = await db.execute(
        sql`explain (format json) ${db.select({ id: customers.id }).from(customers).where(condition)}`,
      );
      return JSON.stringify(rows);
    };
    expect(await plan(['rota:ROTA7'])).toContain('customers_extra_fields_idx');
    expect(await plan(['visitas:5..9'])).toMatch(/customers_field_[0-9a-f]{12}/);
    await hold(of('cliente', rota, { ...visitas, filtravel: false }));
    const { rows } = await pool.query(`select 1 from pg_class where relname like 'customers_field_%'`);
    expect(rows).toEqual([]);
    await syncFieldIndexes(db, of('cliente', rota, visitas), 'CONCURRENTLY');
    // The current definition has no range filter, so the hourly maintenance drops the index again.
    const made = await pool.query(`select 1 from pg_class where relname like 'customers_field_%'`);
    expect(made.rows).toHaveLength(1);
    await syncLargeFieldIndexes({ pool });
    const left = await pool.query(`select 1 from pg_class where relname like 'customers_field_%'`);
    expect(left.rows).toEqual([]);
  });
});
