import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { OPTION_SOURCES } from '#contract/rules/forms/formDefinition.ts';
import { outsideOptions } from '#server/config/forms/options/index.ts';
import { activities, products, representatives } from '#server/db/tables/index.ts';
import { groupCustomers } from '#tests/support/groupCustomers.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  await groupCustomers(db);
  await db.insert(products).values([
    { code: '1', description: 'Açúcar refinado', brand: 'A' },
    { code: '2', description: 'Açúcar fora de linha', brand: 'A', unavailable: true },
  ]);
  await db
    .insert(activities)
    .values(Array.from({ length: 60 }, (_, n) => ({ name: n > 0 ? `Ramo ${n}` : 'Extinto', active: n > 0 })));
});
afterAll(() => fixture.server.close());

const ask = async (origem: string, body: object = {}, as: PersonType | 'OTHER_OPERATOR' = 'OPERADOR') =>
  fixture.server.call('POST', `/config/opcoes/${origem}`, { token: fixture.tokens[as], body });
const labels = async (...given: Parameters<typeof ask>) =>
  (await ask(...given)).body.itens.map(({ rotulo }: { rotulo: string }) => rotulo);
const values = async (...given: Parameters<typeof ask>) =>
  (await ask(...given)).body.itens.map(({ valor }: { valor: string }) => valor);

describe('options of a field', () => {
  it('answer 404 for an unknown source', async () => {
    expect((await ask('planetas')).status).toBe(404);
    expect((await ask('toString')).status).toBe(404);
  });
  it.each(Object.keys(OPTION_SOURCES))('have values and labels from %s', async (origem) => {
    const { status, body } = await ask(origem, {}, 'SUPERVISOR');
    expect(status).toBe(200);
    if (!['transportadoras'].includes(origem)) expect(body.itens.length).toBeGreaterThan(0);
    expect(body.itens.length).toBeLessThanOrEqual(50);
    const chosen = body.itens.slice(0, 3).map(({ valor }: { valor: string }) => valor);
    const again = await values(origem, { escolhidos: chosen }, 'SUPERVISOR');
    expect(again.sort()).toEqual(chosen.sort());
    expect(await values(origem, { escolhidos: ['99999999', 'x', '-1', "' or 1=1"] }, 'SUPERVISOR')).toEqual(
      [],
    );
  });
  it('are limited to fifty, and say so', async () => {
    const { body } = await ask('atividades');
    expect([body.itens.length, body.maisQueIsso]).toEqual([50, true]);
    expect((await ask('atividades', { q: 'ramo 59' })).body).toMatchObject({ maisQueIsso: false });
  });
  it('show an end consumer only what is public', async () => {
    const reported = await Promise.all(
      Object.keys(OPTION_SOURCES).map(
        async (origem) => [origem, (await ask(origem, {}, 'CONSUMIDOR_FINAL')).body.itens.length] as const,
      ),
    );
    expect(
      reported
        .filter(([, count]) => count > 0)
        .map(([origem]) => origem)
        .sort(),
    ).toEqual([
      'cidades',
      'estados',
      'filiais',
      'motivosAbertura',
      'motivosProduto',
      'produtos',
      'statusTicket',
      'tiposTicket',
    ]);
  });
  it('stay within the scope of the person', async () => {
    const { first, second, consumer } = fixture.customerIds;
    expect((await values('clientes')).map(Number).sort()).toEqual([first, consumer].sort());
    expect(await values('clientes', {}, 'OTHER_OPERATOR')).toEqual([String(second)]);
    expect(await values('clientes', { escolhidos: [String(second)] })).toEqual([]);
    expect(await values('clientes', {}, 'REPRESENTANTE')).toEqual([String(first)]);
    expect(await values('filiais')).toEqual([String(fixture.branchIds[0])]);
    expect(await values('representantes', {}, 'REPRESENTANTE')).toEqual([String(fixture.representativeId)]);
  });
  it('are found without accents, also by a document', async () => {
    expect(await labels('produtos', { q: 'ACUCAR' })).toEqual(['Açúcar refinado']);
    expect(await labels('clientes', { q: '12.ABC.345' })).toEqual([expect.stringContaining('Mercado Azul')]);
    expect(await labels('cidades', { q: 'sao jose do rio', valores: { uf: 'SP' } })).toEqual([
      'São José do Rio Pardo',
      'São José do Rio Preto',
    ]);
  });
  it('follow the field that they depend on', async () => {
    expect((await ask('cidades', { valores: { uf: 'AC' } })).body.itens).toHaveLength(22);
    expect(await values('cidades', { valores: { uf: 'XX' } })).toEqual([]);
    const steps = await values('etapas', { valores: { tipo: 'DEVOLUCAO' } }, 'SUPERVISOR');
    expect(steps).toContain('CONFERENCIA_DEVOLUCAO');
    expect(steps).not.toContain('RESPOSTA');
    const { db } = fixture.server.deps;
    await db
      .update(representatives)
      .set({ regionId: fixture.regionIds[1] ?? null })
      .where(eq(representatives.id, fixture.otherRepresentative));
    expect(await values('representantes', { valores: { regiao: String(fixture.regionIds[1]) } })).toEqual([
      String(fixture.otherRepresentative),
    ]);
  });
  it('keep the label of an archived value, and no longer offer it', async () => {
    const { db } = fixture.server.deps;
    const [gone] = await db.select().from(activities).where(eq(activities.name, 'Extinto'));
    const id = String(gone?.id);
    expect(await labels('atividades', { escolhidos: [id] })).toEqual(['Extinto']);
    expect(await labels('atividades', { q: 'Extinto' })).toEqual([]);
    const ctx = { db, user: { ...(await userOf('OPERADOR')) } };
    const ui = { atividade: { 'ui:options': { origem: 'atividades' } } };
    expect(Object.keys(await outsideOptions(ctx, ui, { atividade: id }))).toEqual(['/atividade']);
  });
  it('report a value outside of them at any depth, judged by the fields beside it', async () => {
    const { db } = fixture.server.deps;
    const ui = {
      cliente: { 'ui:options': { origem: 'clientes' } },
      filiais: { 'ui:options': { origem: 'filiais' } },
      lugares: { items: { ibge: { 'ui:options': { origem: 'cidades', dependeDe: ['uf'] } } } },
    };
    const data = {
      cliente: String(fixture.customerIds.second),
      filiais: [String(fixture.branchIds[0]), String(fixture.branchIds[1])],
      lugares: [
        { uf: 'SP', ibge: '3550308' },
        { uf: 'RJ', ibge: '3550308' },
      ],
    };
    const found = await outsideOptions({ db, user: await userOf('OPERADOR') }, ui, data);
    expect(Object.keys(found).sort()).toEqual(['/cliente', '/filiais', '/lugares/1/ibge']);
    expect(
      await outsideOptions({ db, user: await userOf('SUPERVISOR') }, ui, { ...data, lugares: [] }),
    ).toEqual({});
  });
});

async function userOf(type: PersonType) {
  const branchIds = type === 'OPERADOR' ? [fixture.branchIds[0]] : [];
  return {
    id: fixture.people[type],
    name: '',
    cpf: '',
    type,
    grants: [],
    branchIds,
    customerId: null,
    representativeId: null,
    sessionId: '',
  };
}
