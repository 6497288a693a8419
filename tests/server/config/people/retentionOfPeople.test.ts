import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { formatDocument } from '#contract/rules/documents.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { runTonight } from '#server/config/retention/commands.ts';
import * as t from '#server/db/tables/index.ts';
import { mayBeCompleted } from '#server/sac/registration/queries.ts';
import { TEST_PASSWORD, testCpf } from '#tests/support/people.ts';
import { type TicketFixture, ticketFixture } from '../../sac/tickets/ticketFixture.ts';
import { retentionCalls } from './retentionCalls.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());
const { deps, ago, setMonths, night, letAct } = retentionCalls(() => fixture);

describe('retention of people', () => {
  /** Years have passed in the tests above. */
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

  it('removes inactive people, except what a law keeps; not active ones, debtors or staff', async () => {
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
    const [quietRow] = await cpf(quiet);
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
    expect(await runTonight(deps())).toBe(2);
    for (const id of [quiet, withNote]) expect(await emailOf(id)).toBe('');
    for (const id of [bought, owing, visiting, working, company]) expect(await emailOf(id)).not.toBe('');
    const [kept] = await cpf(withNote);
    expect(kept?.legalName).toMatch(/^Quitéria/);
    const [gone] = await cpf(quiet);
    // The placeholder of all who have no document; nobody else is registered in their place.
    expect(formatDocument(gone?.document ?? '')).toBe('Sem documento');
    expect([quietRow, gone].map((row) => row && mayBeCompleted(row))).toEqual([true, false]);
    const [erasure] = await db.select().from(t.erasures).where(isNotNull(t.erasures.nextOn));
    expect(erasure).toMatchObject({ personId: null, holder: { customerIds: [withNote] } });
    // Erasures on request are listed as such; what a rule removed is shown with the rule.
    const listed = await fixture.server.call('GET', '/config/eliminacoes', { token: fixture.tokens.ADMIN });
    expect(listed.body.itens).toEqual([]);
    const page = await fixture.server.call('GET', `/config/titulares/CLIENTE/${withNote}`, {
      token: fixture.tokens.ADMIN,
    });
    expect(page.body.data.eliminacao).toMatchObject({ por: 'Guarda de dados' });
    expect(await runTonight(deps())).toBe(0);
    await night(1);
    expect(await runTonight(deps())).toBe(0);
    await setMonths('CLIENTES', null);
    await db.delete(t.people).where(eq(t.people.id, account?.id ?? 0));
  });

  it('removes an unused account, and keeps the customer', async () => {
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
    expect(await runTonight(deps())).toBe(1);
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

  it('removes contacts of a company after its last activity, and notifies other systems', async () => {
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
    expect(await runTonight(deps())).toBe(1);
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
    const reported = await db
      .select()
      .from(t.feedPending)
      .where(and(eq(t.feedPending.type, 'contatos'), eq(t.feedPending.happened, 'excluido')));
    expect(reported.map(({ recordId }) => recordId)).toContain(made[0]?.id);
    await setMonths('CONTATOS', null);
  });
});

it('signing in marks an account as used', async () => {
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

describe('retention of records of a custom type', () => {
  it('removes what the type marks as personal, and keeps the rest', async () => {
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
      escopo: ['empresa'],
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
    expect(await runTonight(deps())).toBe(1);
    const left = await db.select().from(t.records).orderBy(t.records.key);
    expect(left.map((each) => each.data)).toEqual([{ numero: '1', motivo: 'Compra' }, data('2')]);
    await night(1);
    expect(await runTonight(deps())).toBe(0);
  });
});
