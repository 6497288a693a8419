import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { MenuTicketType, TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import type { Context, User } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { definitions, reasons } from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { untilBlocked } from '../../support/database/untilBlocked.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let administrator: string;
let operator: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  await seedStandard(server.deps.db);
  administrator = await server.sessionOf(persons.people.ADMIN);
  operator = await server.sessionOf(persons.people.OPERADOR);
});
afterAll(() => server?.close());

const create = (type: string, dados: object, token = administrator) =>
  server.call('POST', `/config/cadastros/${type}`, { token, body: { dados } });
const change = (type: string, id: number, versao: number, dados: object) =>
  server.call('PUT', `/config/cadastros/${type}/${id}`, { token: administrator, body: { versao, dados } });
const typeOf = async (key: string): Promise<MenuTicketType | undefined> => {
  const { body } = await server.call('GET', '/sac/tickets/tipos', { token: operator });
  return (body as MenuTicketType[]).find(({ chave }) => chave === key);
};
const reasonIds = (type: MenuTicketType | undefined) =>
  type?.motivosProdutos.map(({ descricao }) => descricao);

describe('ticket catalogue of a company', () => {
  it('accepts a new menu, type and reasons, which the wizard offers at once', async () => {
    expect(
      await create('menus-ticket', { chave: 'CORTESIA', nome: 'Cortesia', icone: 'Inventory2', ordem: 9 }),
    ).toMatchObject({ status: 200 });
    expect(
      await create('tipos-ticket', {
        ...{ chave: 'CORTESIA', nome: 'Peça de cortesia', menu: 'CORTESIA', fluxo: 'DEVOLUCAO' },
        motivoObrigatorio: true,
        pede: { notaProduto: 'OBRIGATORIO', mensagem: 'OPCIONAL' },
      }),
    ).toMatchObject({ status: 200, body: { data: { resultado: 'criado' } } });
    const opening = { uso: 'ABERTURA', tipo: 'CORTESIA' };
    await create('motivos-ticket', { ...opening, codigo: 'G1', descricao: 'Defeito' });
    await create('motivos-ticket', { ...opening, codigo: 'G2', descricao: 'Não liga', acima: 'G1' });
    await create('motivos-ticket', {
      ...{ codigo: 'G3', descricao: 'Lacre rompido', uso: 'PRODUTO', tipo: 'CORTESIA', exigeFoto: true },
    });
    const type = await typeOf('CORTESIA');
    expect(type).toMatchObject({
      ...{ desc: 'Peça de cortesia', menu: 'CORTESIA', usa_nota_produto: 2, usa_mensagem: 1, usa_nota: 0 },
      motivos: {
        obrigatorio: true,
        itens: [{ descricao: 'Defeito', subnivel: { itens: [{ descricao: 'Não liga' }] } }],
      },
    });
    expect(reasonIds(type)).toContain('Lacre rompido');
    expect(reasonIds(await typeOf('DEVOLUCAO'))).not.toContain('Lacre rompido');
    const { body } = await server.call('GET', '/sac/tickets/menus', { token: operator });
    expect((body as TicketMenu[]).at(-1)).toMatchObject({ chave: 'CORTESIA', descricao: 'Cortesia' });
  });

  it('no longer offers a reason that was taken out of use', async () => {
    const [reason] = await server.deps.db.select().from(reasons).where(eq(reasons.code, '1'));
    expect(reasonIds(await typeOf('DEVOLUCAO'))).toContain(reason?.description);
    const answer = await change('motivos-ticket', reason?.id ?? 0, 1, { ativo: false });
    expect(answer.status).toBe(200);
    expect(reasonIds(await typeOf('DEVOLUCAO'))).not.toContain(reason?.description);
  });

  it('moves the reasons below a reason along with it', async () => {
    const row = async (code: string) => {
      const [one] = await server.deps.db.select().from(reasons).where(eq(reasons.code, code));
      return one as typeof reasons.$inferSelect;
    };
    await create('motivos-ticket', { codigo: 'G4', descricao: 'Ruído', uso: 'ABERTURA', tipo: 'CORTESIA' });
    const moved = await row('G1');
    expect((await change('motivos-ticket', moved.id, moved.version, { acima: 'G4' })).status).toBe(200);
    expect([(await row('G4')).level, (await row('G1')).level, (await row('G2')).level]).toEqual([1, 2, 3]);
  });
});

describe('invalid entry of the ticket catalogue', () => {
  const errors = async (type: string, dados: object) => {
    const { status, body } = await create(type, dados);
    expect(status).toBe(422);
    return body.errors as Record<string, unknown>;
  };

  it('is rejected with a flow that was archived while the type was out of use, or just now', async () => {
    const { db } = server.deps;
    const archive = (tx: Executor, at: Date | null) =>
      tx.update(definitions).set({ archivedAt: at }).where(eq(definitions.key, 'DUVIDA'));
    const rests = { chave: 'PARADO', nome: 'Parado', menu: 'SOLICITACAO', fluxo: 'DUVIDA', ativo: false };
    const { id, versao } = (await create('tipos-ticket', rests)).body.data;
    let starting: ReturnType<typeof change> | undefined;
    await db.transaction(async (tx) => {
      await archive(tx, new Date());
      starting = change('tipos-ticket', id, versao, { ativo: true });
      await untilBlocked(db);
    });
    const refused = { status: 422, body: { errors: { fluxo: expect.stringContaining('DEVOLUCAO') } } };
    expect(await starting).toMatchObject(refused);
    expect(await change('tipos-ticket', id, versao, { ativo: true })).toMatchObject(refused);
    expect(await change('tipos-ticket', id, versao, { nome: 'Sem uso' })).toMatchObject({ status: 200 });
    await archive(db, null);
  });

  it('is rejected with an unknown flow', async () => {
    const type = { chave: 'X', nome: 'X', menu: 'SOLICITACAO', fluxo: 'NENHUM' };
    expect(await errors('tipos-ticket', type)).toMatchObject({
      fluxo: expect.stringContaining('DEVOLUCAO'),
    });
  });

  it.each([
    ['ABERTURA', {}, 'tipo'],
    ['ABERTURA', { tipo: 'DEVOLUCAO', acima: 'G4' }, 'acima'],
    ['ABERTURA', { tipo: 'DEVOLUCAO', exigeFoto: true }, 'exigeFoto'],
    ['ABERTURA', { tipo: 'DEVOLUCAO', resultado: 'PARCIAL' }, 'resultado'],
    ['FINALIZACAO', {}, 'resultado'],
    ['FINALIZACAO', { resultado: 'PARCIAL', fluxo: 'NENHUM' }, 'fluxo'],
    ['ANALISE', { tipo: 'DEVOLUCAO' }, 'tipo'],
  ])('is rejected as a reason for %s with %j', async (uso, fields, field) => {
    const found = await errors('motivos-ticket', { codigo: 'Y', descricao: 'Y', uso, ...fields });
    expect(Object.keys(found)).toEqual([field]);
  });

  it('is rejected as a reason below itself, or on a sixth level', async () => {
    const byCode = async (code: string) => {
      const [one] = await server.deps.db.select().from(reasons).where(eq(reasons.code, code));
      return one as typeof reasons.$inferSelect;
    };
    const top = await byCode('G4');
    const circle = await change('motivos-ticket', top.id, top.version, { acima: 'G2' });
    expect(circle.body.errors).toEqual({ acima: 'O motivo ficaria abaixo de si mesmo.' });
    const below = { uso: 'ABERTURA', tipo: 'CORTESIA' };
    await create('motivos-ticket', { ...below, codigo: 'G5', descricao: '4', acima: 'G2' });
    await create('motivos-ticket', { ...below, codigo: 'G6', descricao: '5', acima: 'G5' });
    expect(
      await errors('motivos-ticket', { ...below, codigo: 'G7', descricao: '6', acima: 'G6' }),
    ).toMatchObject({ acima: expect.stringContaining('nível 5') });
  });

  it('is rejected if it relies on a row that is rejected itself', async () => {
    const reason = { uso: 'ABERTURA', tipo: 'CORTESIA' };
    for (const codigo of ['R1', 'R2'])
      await create('motivos-ticket', {
        ...reason,
        codigo,
        descricao: codigo,
        ...(codigo === 'R2' && { acima: 'R1' }),
      });
    // `resultado` is refused for R2, which therefore stays below R1, so R1 may not be moved below it.
    const user = (await personById(server.deps.db, persons.people.ADMIN)) as User;
    const ctx = { ...server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
    const results = await server.deps.db.transaction((tx) =>
      saveRecords(tx, ctx, mappedTypes['motivos-ticket'], [
        { dados: { codigo: 'R2', acima: null, resultado: 'PARCIAL' } },
        { dados: { codigo: 'R1', acima: 'R2' } },
      ]),
    );
    expect(results.map(({ resultado, erros }) => [resultado, Object.keys(erros ?? {})])).toEqual([
      ['recusado', ['resultado']],
      ['recusado', ['acima']],
    ]);
  });

  it('is rejected as a reason that requires a text in a type without one', async () => {
    await create('tipos-ticket', { chave: 'MUDO', nome: 'Mudo', menu: 'SOLICITACAO', fluxo: 'DEVOLUCAO' });
    const reason = { codigo: 'Z', descricao: 'Z', uso: 'ABERTURA', tipo: 'MUDO', exigeObservacao: true };
    expect(Object.keys(await errors('motivos-ticket', reason))).toEqual(['exigeObservacao']);
  });

  it('answers 403 to an operator', async () => {
    expect((await create('motivos-ticket', {}, operator)).status).toBe(403);
    expect((await create('tipos-ticket', {}, operator)).status).toBe(403);
  });
});
