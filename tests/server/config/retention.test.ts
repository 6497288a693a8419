import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { RetentionPreview, RetentionRule } from '../../../contract/config/retention.ts';
import { loadDefinitions } from '../../../server/config/definitions/load.ts';
import { GONE } from '../../../server/config/privacy/holdings/holding.ts';
import { actTonight } from '../../../server/config/retention/commands.ts';
import * as t from '../../../server/db/tables/index.ts';
import { TEST_PASSWORD, testCpf } from '../../support/people.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

const DAY = 24 * 60 * 60 * 1000;
const YEAR = 365.25 * DAY;

let fixture: TicketFixture;
let typeId: number;
beforeAll(async () => {
  fixture = await ticketFixture();
  typeId = fixture.types.get('DEVOLUCAO') ?? 0;
});
afterAll(() => fixture?.server.close());

const deps = () => fixture.server.deps;
const ago = (years: number) => new Date(deps().now().getTime() - years * YEAR);

const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object, token = fixture.tokens.ADMIN) =>
  fixture.server.call(method, `/config/guarda${path}`, { token, ...(body && { body }) });
const rule = async (key: string): Promise<RetentionRule> => (await call('GET', `/${key}`)).body.data;
const preview = async (key: string): Promise<RetentionPreview> => {
  const { status, body } = await call('GET', `/${key}/previa`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};
const setMonths = async (key: string, meses: number | null) =>
  (await call('PUT', `/${key}`, { meses, versao: (await rule(key)).versao })).body.data as RetentionRule;
const confirm = async (key: string, selo: string, versao?: number) =>
  call('POST', `/${key}/confirmar`, { selo, versao: versao ?? (await rule(key)).versao });

/** Moves the clock to three in the morning, so many days from now. */
async function night(days: number): Promise<void> {
  const { now } = deps();
  const hour = Number(
    new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone: 'America/Sao_Paulo',
    }).format(now()),
  );
  fixture.server.advance(days * DAY + (3 - hour) * 60 * 60 * 1000);
  // A session is not proved for ever.
  fixture.tokens.ADMIN = await fixture.server.sessionOf(fixture.people.ADMIN);
}

/** Set, seen, confirmed, and the days of grace gone by. */
async function letAct(key: string, months: number): Promise<RetentionPreview> {
  await setMonths(key, months);
  const seen = await preview(key);
  expect((await confirm(key, seen.selo)).status).toBe(200);
  await night(8);
  return seen;
}

/** A finished ticket that ended so many years ago. */
const ended = (years: number, given: Partial<typeof t.tickets.$inferInsert> = {}) =>
  fixture.addTicket({
    status: 'FINALIZADO',
    createdAt: ago(years),
    finishedAt: ago(years),
    updatedAt: ago(years),
    message: 'Segredo',
    ...given,
  });
const subjectOf = async (id: number) =>
  (await deps().db.select().from(t.tickets).where(eq(t.tickets.id, id)))[0]?.subject;

describe('a rule of retention', () => {
  const key = () => `TICKETS-${typeId}`;

  it('is for nobody without the permission, and none of what does not exist', async () => {
    for (const who of ['GERENTE', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const) {
      const token = fixture.tokens[who];
      expect((await call('GET', '', undefined, token)).status).toBe(403);
      expect((await call('GET', '/CLIENTES/previa', undefined, token)).status).toBe(403);
      expect((await call('PUT', '/CLIENTES', { meses: 1, versao: 0 }, token)).status).toBe(403);
      expect((await call('POST', '/CLIENTES/confirmar', { selo: 'x', versao: 0 }, token)).status).toBe(403);
      expect((await call('POST', '/CLIENTES/pausar', { versao: 0 }, token)).status).toBe(403);
    }
    expect((await call('GET', '/TICKETS-999999')).status).toBe(404);
    expect((await call('PUT', '/OUTRA', { meses: 1, versao: 0 })).status).toBe(404);
    expect(await deps().db.$count(t.retentionRules)).toBe(0);
  });

  it('keeps for ever until somebody says otherwise', async () => {
    const { itens } = (await call('GET', '')).body as { itens: RetentionRule[] };
    expect(itens.length).toBe(fixture.types.size + 4);
    expect(new Set(itens.map(({ situacao, meses }) => `${situacao} ${meses}`))).toEqual(
      new Set(['PARA_SEMPRE null']),
    );
    expect((await call('GET', `/${key()}/previa`)).body.code).toBe('SEM_PRAZO');
    expect(await actTonight(deps())).toBe(0);
  });

  it('refuses what was written over another version, and months that are none', async () => {
    expect((await call('PUT', `/${key()}`, { meses: 0, versao: 0 })).status).toBe(422);
    expect((await call('PUT', `/${key()}`, { meses: 12, versao: 0 })).body.data.versao).toBe(1);
    const late = await call('PUT', `/${key()}`, { meses: 24, versao: 0 });
    expect(late.status).toBe(409);
    expect(late.body.conflito?.estado?.meses ?? late.body.estado?.meses ?? 12).toBe(12);
  });

  it('acts by what was seen alone: for the same person, version and half hour', async () => {
    const seen = await preview(key());
    expect((await confirm(key(), 'inventado.selo')).body.code).toBe('PREVIA_NAO_VISTA');
    await setMonths(key(), 60);
    expect((await confirm(key(), seen.selo)).body.code).toBe('PREVIA_NAO_VISTA');
    const other = await preview('CLIENTES').catch(() => null);
    expect(other).toBeNull();
    const fresh = await preview(key());
    fixture.server.advance(31 * 60_000);
    fixture.tokens.ADMIN = await fixture.server.sessionOf(fixture.people.ADMIN);
    expect((await confirm(key(), fresh.selo)).body.code).toBe('PREVIA_NAO_VISTA');
    const again = await preview(key());
    const { status, body } = await confirm(key(), again.selo);
    expect([status, body.data.situacao]).toEqual([200, 'ATIVA']);
    expect(body.data.confirmadaPor).toBe('Pessoa admin');
    // The same press once more: the version is another one now.
    expect((await confirm(key(), again.selo, body.data.versao - 1)).status).toBe(409);
    expect((await confirm(key(), again.selo)).body.code).toBe('NADA_A_CONFIRMAR');
    const logged = await deps()
      .db.select({ action: t.auditLog.action })
      .from(t.auditLog)
      .where(eq(t.auditLog.entity, 'retention_rules'));
    expect(logged.map(({ action }) => action).sort()).toEqual(['ALTERAR', 'ALTERAR', 'ATIVAR']);
  });

  it('stops at once when its months change, or somebody pauses it', async () => {
    const paused = await call('POST', `/${key()}/pausar`, { versao: (await rule(key())).versao });
    expect(paused.body.data).toMatchObject({ situacao: 'PAUSADA', agePartir: null });
    await ended(8);
    await night(9);
    expect(await actTonight(deps())).toBe(0);
    expect((await call('POST', `/${key()}/pausar`, { versao: (await rule(key())).versao })).body.code).toBe(
      'NAO_ATIVA',
    );
    expect(await setMonths(key(), null)).toMatchObject({ situacao: 'PARA_SEMPRE', agePartir: null });
  });
});

describe('tickets of a type', () => {
  const key = () => `TICKETS-${typeId}`;

  it('go when they ended long ago; not the young, the open, those of the law, of another type, of somebody busy', async () => {
    const { db } = deps();
    const { second, consumer } = fixture.customerIds;
    await db.delete(t.tickets);
    const gone = await ended(8);
    const cancelled = await ended(8, { status: 'CANCELADO', finishedAt: null, updatedAt: ago(8) });
    const young = await ended(0.5);
    const byLaw = await ended(3);
    const otherType = await ended(8, {
      typeId: fixture.types.get('GARANTIA') ?? [...fixture.types.values()][1] ?? 0,
    });
    // What is open of a company keeps none of its old tickets.
    const ofCompany = await ended(8, { customerId: second });
    await fixture.addTicket({ customerId: second });
    const open = await fixture.addTicket({ customerId: consumer, createdAt: ago(9), updatedAt: ago(9) });
    const ofBusy = await ended(8, { customerId: consumer });
    await db.insert(t.ticketMessages).values([
      { ticketId: gone, type: 'PUBLICO', authorId: fixture.people.OPERADOR, html: '<p>Segredo</p>' },
      { ticketId: byLaw, type: 'PUBLICO', authorId: fixture.people.OPERADOR, html: '<p>Guardado</p>' },
    ]);
    const seen = await letAct(key(), 12);
    expect(seen).toMatchObject({ sai: 3, porLei: 1, emAberto: 1, completa: true });
    expect(seen.porLeiAte).not.toBeNull();
    expect(seen.exemplos.find(({ id }) => id === byLaw)).toMatchObject({
      efeito: 'LEI',
      descricao: `Ticket ${byLaw}`,
    });
    expect(await actTonight(deps())).toBe(3);
    for (const id of [gone, cancelled, ofCompany]) expect(await subjectOf(id)).toBe(GONE);
    for (const id of [young, byLaw, otherType, open, ofBusy])
      expect(await subjectOf(id)).toBe('Devolução de mercadoria');
    const messages = await db.select().from(t.ticketMessages).orderBy(t.ticketMessages.ticketId);
    expect(messages.map(({ html }) => html).sort()).toEqual([`<p>${GONE}</p>`, '<p>Guardado</p>'].sort());
    const entry = await db.select().from(t.auditLog).where(eq(t.auditLog.action, 'ANONIMIZAR'));
    expect(entry).toMatchObject([
      { entityId: key(), after: { meses: 12, tickets: [gone, cancelled, ofCompany] } },
    ]);
    expect((await rule(key())).noites).toMatchObject([{ sairam: 3, porLei: 1, emAberto: 1, falhas: 0 }]);
    // When it moved last is as it was: it does not come to the top of any list.
    const [row] = await db.select().from(t.tickets).where(eq(t.tickets.id, gone));
    expect(row?.updatedAt.getTime()).toBeLessThan(ago(7).getTime());
  });

  it('go once: a second time, the same night or the next, finds nothing more', async () => {
    expect(await actTonight(deps())).toBe(0);
    await night(1);
    expect(await actTonight(deps())).toBe(0);
    expect(await preview(key())).toMatchObject({ sai: 0, porLei: 1, emAberto: 1 });
    expect(await deps().db.$count(t.auditLog, eq(t.auditLog.action, 'ANONIMIZAR'))).toBe(1);
  });

  it('wait for the night, and go on in it after a node was killed in the middle, whoever comes next', async () => {
    const { db, pool } = deps();
    await db.delete(t.ticketMessages);
    await db.delete(t.tickets);
    for (let n = 0; n < 25; n++) await Promise.all(Array.from({ length: 20 }, () => ended(8)));
    const [last] = await db.select({ id: sql<number>`max(${t.tickets.id})` }).from(t.tickets);
    await night(1);
    fixture.server.advance(10 * 60 * 60 * 1000);
    expect(await actTonight(deps())).toBe(0);
    await night(1);
    // The last of them takes the connection along, as a process that dies does.
    await pool.query(`create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await pool.query(
      `create trigger die before update on tickets for each row when (new.id = ${last?.id}) execute function die()`,
    );
    await expect(actTonight(deps())).rejects.toThrow();
    const left = await db.$count(t.tickets, isNotNull(t.tickets.personalGoneAt));
    expect(left).toBe(400);
    expect((await rule(key())).noites[0]).toMatchObject({ sairam: 400, fim: null });
    await pool.query('drop trigger die on tickets');
    const both = await Promise.all([actTonight(deps()), actTonight(deps())]);
    expect(both.reduce((sum, one) => sum + one)).toBe(100);
    expect((await rule(key())).noites[0]).toMatchObject({ sairam: 500, falhas: 0 });
    expect((await rule(key())).noites[0]?.fim).not.toBeNull();
    const told = await db.select().from(t.auditLog).where(eq(t.auditLog.action, 'ANONIMIZAR'));
    const numbers = told.flatMap(({ after }) => (after as { tickets?: number[] }).tickets ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('that cannot be written stays alone, and is told without a word of its content', async () => {
    const { pool } = deps();
    const [good, bad] = [await ended(8), await ended(8)];
    await pool.query(`create or replace function die() returns trigger language plpgsql as $$
      begin raise exception 'Segredo de %', new.message; end $$`);
    await pool.query(
      `create trigger die before update on tickets for each row when (new.id = ${bad}) execute function die()`,
    );
    await night(1);
    expect(await actTonight(deps())).toBe(1);
    expect([await subjectOf(good), await subjectOf(bad)]).toEqual([GONE, 'Devolução de mercadoria']);
    expect((await rule(key())).noites[0]).toMatchObject({ sairam: 1, falhas: 1, erro: `${bad}: P0001` });
    await pool.query('drop trigger die on tickets');
    await night(1);
    expect(await actTonight(deps())).toBe(1);
  });

  it('that is reopened after it went is held like any other, and goes again', async () => {
    const { db } = deps();
    const id = await ended(8);
    await night(1);
    expect(await actTonight(deps())).toBe(1);
    fixture.server.advance(60_000);
    await db
      .update(t.tickets)
      .set({ status: 'FINALIZADO', subject: 'De novo', finishedAt: deps().now(), updatedAt: deps().now() })
      .where(eq(t.tickets.id, id));
    fixture.server.advance(6 * YEAR);
    await night(0);
    expect(await actTonight(deps())).toBe(1);
    expect(await subjectOf(id)).toBe(GONE);
    await setMonths(key(), null);
  });

  it('keep their text where only the files go', async () => {
    const { db } = deps();
    const id = await ended(8);
    const fileId = crypto.randomUUID();
    await db.insert(t.files).values({
      id: fileId,
      name: 'foto.jpg',
      mime: 'image/jpeg',
      size: 1,
      sha256: 'x',
      ownerId: fixture.people.OPERADOR,
      storedAs: fileId,
      linkedAt: deps().now(),
    });
    await db.insert(t.ticketAttachments).values({ ticketId: id, fileId });
    expect(await letAct('ANEXOS', 60)).toMatchObject({ sai: 1 });
    expect(await actTonight(deps())).toBe(1);
    expect(await db.$count(t.ticketAttachments, eq(t.ticketAttachments.ticketId, id))).toBe(0);
    const [file] = await db.select().from(t.files).where(eq(t.files.id, fileId));
    expect(file).toMatchObject({ linkedAt: null, name: 'eliminado' });
    expect(await subjectOf(id)).toBe('Devolução de mercadoria');
    await setMonths('ANEXOS', null);
  });
});

describe('people', () => {
  /** Years went by above. */
  beforeAll(async () => {
    await deps().db.delete(t.tickets);
    await deps().db.update(t.customers).set({ updatedAt: deps().now() });
    await deps().db.update(t.people).set({ lastSeenAt: deps().now() });
  });

  let number = 5000;
  async function person(years: number, more: Partial<typeof t.customers.$inferInsert> = {}) {
    const [made] = await deps()
      .db.insert(t.customers)
      .values({
        document: testCpf(++number),
        legalName: `Quitéria ${number}`,
        tradeName: `Quitéria ${number}`,
        email: `q${number}@exemplo.com.br`,
        createdAt: ago(years),
        updatedAt: ago(years),
        ...more,
      })
      .returning();
    return made?.id ?? 0;
  }
  const emailOf = async (id: number) =>
    (await deps().db.select().from(t.customers).where(eq(t.customers.id, id)))[0]?.email;
  const note = (customerId: number, issuedOn: string, given: object = {}) =>
    deps()
      .db.insert(t.invoices)
      .values({
        key: String(++number).padStart(44, '0'),
        number,
        customerId,
        branchId: fixture.branchIds[0],
        issuedOn,
        total: '1',
        ...given,
      })
      .returning();
  const yearsBack = (years: number) => ago(years).toISOString().slice(0, 10);

  it('without movement go whole, but for what a law keeps; who moved, who owes and who works here stay', async () => {
    const { db } = deps();
    const quiet = await person(9);
    const withNote = await person(9);
    await note(withNote, yearsBack(3));
    const bought = await person(9);
    await note(bought, yearsBack(1));
    const owing = await person(9);
    const [unpaid] = await note(owing, yearsBack(8));
    await db
      .insert(t.invoiceTitles)
      .values({ invoiceId: unpaid?.id ?? 0, number: '1', dueOn: yearsBack(8), amount: '1' });
    const cpf = (id: number) => db.select().from(t.customers).where(eq(t.customers.id, id));
    const visiting = await person(9);
    const [own] = await cpf(visiting);
    const [worker] = await db.select().from(t.people).where(eq(t.people.id, fixture.people.OPERADOR));
    const working = await person(9, { document: worker?.cpf ?? '' });
    const [account] = await db
      .insert(t.people)
      .values({
        ...(worker as typeof t.people.$inferInsert),
        id: undefined,
        cpf: own?.document ?? '',
        type: 'CONSUMIDOR_FINAL',
        lastSeenAt: ago(1),
      })
      .returning();
    const company = await person(9, { document: '11222333000181' });
    const seen = await letAct('CLIENTES', 24);
    expect(seen).toMatchObject({ sai: 2, comParte: 1, emAberto: 1 });
    expect(await actTonight(deps())).toBe(2);
    for (const id of [quiet, withNote]) expect(await emailOf(id)).toBe('');
    for (const id of [bought, owing, visiting, working, company]) expect(await emailOf(id)).not.toBe('');
    const [kept] = await cpf(withNote);
    expect(kept?.legalName).toMatch(/^Quitéria/);
    const [gone] = await cpf(quiet);
    expect(gone?.document).toMatch(/^X/);
    const [erasure] = await db.select().from(t.erasures).where(isNotNull(t.erasures.nextOn));
    expect(erasure).toMatchObject({ personId: null, holder: { customerIds: [withNote] } });
    // Who asked is listed with the erasures; what a rule took is told by the rule.
    const listed = await fixture.server.call('GET', '/config/eliminacoes', { token: fixture.tokens.ADMIN });
    expect(listed.body.itens).toEqual([]);
    const page = await fixture.server.call('GET', `/config/titulares/CLIENTE/${withNote}`, {
      token: fixture.tokens.ADMIN,
    });
    expect(page.body.data.eliminacao).toMatchObject({ por: 'Guarda de dados' });
    expect(await actTonight(deps())).toBe(0);
    await night(1);
    expect(await actTonight(deps())).toBe(0);
    await setMonths('CLIENTES', null);
    await db.delete(t.people).where(eq(t.people.id, account?.id ?? 0));
  });

  it('lose an account that nobody uses, and the customer stays', async () => {
    const { db } = deps();
    const customerId = await person(0);
    const [own] = await db.select().from(t.customers).where(eq(t.customers.id, customerId));
    const consumer = {
      name: 'Quitéria conta',
      email: 'conta@exemplo.com.br',
      type: 'CONSUMIDOR_FINAL' as const,
      roleId:
        (await db.select().from(t.people).where(eq(t.people.id, fixture.people.CONSUMIDOR_FINAL)))[0]
          ?.roleId ?? 0,
      passwordHash: 'x',
      updatedAt: ago(4),
    };
    const [unused, used, open] = await db
      .insert(t.people)
      .values([
        { ...consumer, cpf: own?.document ?? '', lastSeenAt: ago(4) },
        { ...consumer, cpf: testCpf(7001), lastSeenAt: ago(0.1) },
        { ...consumer, cpf: testCpf(7002), lastSeenAt: ago(4), customerId: fixture.customerIds.consumer },
      ])
      .returning();
    await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    const seen = await letAct('CONTAS', 24);
    expect(seen).toMatchObject({ sai: 1, emAberto: 1 });
    expect(seen.exemplos.map(({ id }) => id)).toEqual([unused?.id, open?.id]);
    expect(await actTonight(deps())).toBe(1);
    const names = await db
      .select({ id: t.people.id, name: t.people.name, active: t.people.active })
      .from(t.people)
      .where(inArray(t.people.id, [unused?.id ?? 0, used?.id ?? 0, open?.id ?? 0]))
      .orderBy(t.people.id);
    expect(names.map(({ name, active }) => `${name} ${active}`)).toEqual([
      'Pessoa eliminada false',
      'Quitéria conta true',
      'Quitéria conta true',
    ]);
    expect(await emailOf(customerId)).not.toBe('');
    await setMonths('CONTAS', null);
  });

  it('who are contacts of a company go after its last movement, and others hear of it', async () => {
    const { db } = deps();
    const still = await person(9, { document: '04252011000110' });
    const moving = await person(9, { document: '60701190000104' });
    await note(moving, yearsBack(0.2));
    const made = await db
      .insert(t.customerContacts)
      .values([
        { customerId: still, name: 'Velho Contato', createdAt: ago(9), updatedAt: ago(9) },
        { customerId: still, name: 'Novo Contato', updatedAt: ago(0.1) },
        { customerId: moving, name: 'Contato de quem compra', createdAt: ago(9), updatedAt: ago(9) },
      ])
      .returning();
    expect(await letAct('CONTATOS', 36)).toMatchObject({
      sai: 1,
      exemplos: [{ descricao: 'Velho Contato' }],
    });
    expect(await actTonight(deps())).toBe(1);
    const left = await db
      .select({ name: t.customerContacts.name })
      .from(t.customerContacts)
      .where(
        inArray(
          t.customerContacts.id,
          made.map(({ id }) => id),
        ),
      );
    expect(left.map(({ name }) => name).sort()).toEqual(['Contato de quem compra', 'Novo Contato']);
    const told = await db
      .select()
      .from(t.feedPending)
      .where(and(eq(t.feedPending.type, 'contatos'), eq(t.feedPending.happened, 'excluido')));
    expect(told.map(({ recordId }) => recordId)).toContain(made[0]?.id);
    await setMonths('CONTATOS', null);
  });
});

it('a sign-in is what tells that an account is used', async () => {
  const { db } = deps();
  const id = fixture.people.CONSUMIDOR_FINAL;
  const seenAt = async () =>
    (await db.select().from(t.people).where(eq(t.people.id, id)))[0]?.lastSeenAt.getTime() ?? 0;
  await db
    .update(t.people)
    .set({ lastSeenAt: ago(5) })
    .where(eq(t.people.id, id));
  const body = { cpf: fixture.cpfs.CONSUMIDOR_FINAL, senha: TEST_PASSWORD };
  expect((await fixture.server.call('POST', '/login/sac', { body })).status).toBe(200);
  expect(await seenAt()).toBe(deps().now().getTime());
});

describe('records of an own type', () => {
  it('lose what their type marks as personal, and keep the rest', async () => {
    const { db } = deps();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'guarda-'));
    await mkdir(path.join(folder, 'records'));
    const type = {
      formato: 1,
      chave: 'visitas',
      titulo: { um: 'visita', muitos: 'visitas', genero: 'f' },
      descricao: 'Quem visitou a loja.',
      grupo: 'Clientes',
      icone: 'Inventory2',
      campos: [
        { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true, tamanho: 20 },
        { chave: 'visitante', titulo: 'Visitante', tipo: 'TEXT', tamanho: 80, pessoal: true },
        { chave: 'motivo', titulo: 'Motivo', tipo: 'TEXT', tamanho: 80 },
      ],
      codigo: ['numero'],
      nome: 'numero',
      lista: { colunas: ['numero', 'motivo'], ordem: 'numero' },
      permissoes: { ler: 'CLIENTE', criar: 'CLIENTE_EDITAR', alterar: 'CLIENTE_EDITAR' },
    };
    await writeFile(path.join(folder, 'records', 'visitas.json'), JSON.stringify(type));
    const { broken } = await loadDefinitions(db, folder, { ...deps(), user: null });
    expect(broken).toEqual([]);
    await rm(folder, { recursive: true });
    const data = (numero: string) => ({ numero, visitante: 'Quitéria', motivo: 'Compra' });
    const row = (key: string, updatedAt: Date) => ({
      type: 'visitas',
      key,
      name: key,
      data: data(key),
      updatedAt,
    });
    await db.insert(t.records).values([row('1', ago(3)), row('2', ago(1))]);
    expect(await letAct('REGISTROS-visitas', 24)).toMatchObject({
      sai: 1,
      exemplos: [{ descricao: 'Registro 1' }],
    });
    expect(await actTonight(deps())).toBe(1);
    const left = await db.select().from(t.records).orderBy(t.records.key);
    expect(left.map((each) => each.data)).toEqual([{ numero: '1', motivo: 'Compra' }, data('2')]);
    await night(1);
    expect(await actTonight(deps())).toBe(0);
  });
});
