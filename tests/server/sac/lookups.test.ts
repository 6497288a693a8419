import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isNotNull } from 'drizzle-orm';
import { seedStandard } from '#server/db/seed/index.ts';
import { people, products, reasons, regions, representatives, ticketTypes } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople, testCpf } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

describe('look-ups', () => {
  let server: TestServer;
  let known: TestPeople;
  const get = async (path: string, type: keyof TestPeople['people']) => {
    const token = await server.sessionOf(known.people[type]);
    return (await server.call('GET', `/sac/consultas/${path}`, { token })).body;
  };

  beforeAll(async () => {
    server = await testServer();
    const { db } = server.deps;
    await seedStandard(db);
    known = await createPeople(db);
    await db.insert(representatives).values({ name: 'Zuleica Outra' });
    await db.insert(regions).values({ name: 'Água Fria' });
    await db.insert(products).values([
      {
        code: '1001',
        description: 'Açúcar refinado Colheita 1 kg',
        brand: 'Colheita',
        barcode: '7890000000017',
      },
      { code: '1002', description: 'Açúcar cristal Colheita 5 kg', brand: 'Colheita' },
      { code: '2001', description: 'Copo 100%_puro \\ teste', brand: 'Utilar' },
      { code: '10020', description: 'Balde azul', brand: 'Utilar' },
      { code: '3001', description: 'Açúcar mascavo fora de linha', brand: 'Colheita', unavailable: true },
    ]);
  });
  afterAll(() => server.close());

  describe('products', () => {
    const search = async (q: string) =>
      (await get(`produtos?q=${encodeURIComponent(q)}`, 'CONSUMIDOR_FINAL')).itens.map(
        ({ idExibicao }: { idExibicao: string }) => idExibicao,
      );
    it.each([
      ['by words without accents, in any order', 'kg ACUCAR', ['1002', '1001']],
      ['by a part of a word', 'refin', ['1001']],
      ['by bar code', '7890000000017', ['1001']],
      ['by code, an exact match first', '1002', ['1002', '10020']],
      ['by LIKE wildcards as literals', '100%_puro \\', ['2001']],
      ['nothing by an unknown word', 'inexistente', []],
    ])('finds %s', async (_what, q, codes) => {
      expect(await search(q)).toEqual(codes);
    });
    it('excludes products that can no longer be returned', async () => {
      expect(await search('mascavo')).toEqual([]);
    });
    it('returns pages of six by default', async () => {
      const page = await get('produtos?take=2&page=2', 'OPERADOR');
      expect(page.paginator).toEqual({ current_page: 2, per_page: 2, total: 4, last_page: 2 });
      expect(page.itens).toHaveLength(2);
      expect((await get('produtos', 'OPERADOR')).paginator.per_page).toBe(6);
    });
  });

  it("return attendants of the person's branches and above, never representatives or consumers", async () => {
    const [other] = await server.deps.db
      .insert(people)
      .values({
        cpf: testCpf(4321),
        name: 'Operadora de ninguém',
        email: 'x@exemplo.com.br',
        type: 'OPERADOR',
        roleId: 1,
        passwordHash: '-',
      })
      .returning({ id: people.id });
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
    const { ADMIN, GERENTE, SUPERVISOR, OPERADOR, VENDEDOR } = known.people;
    const colleagues = [ADMIN, GERENTE, SUPERVISOR, OPERADOR, VENDEDOR].sort((a, b) => a - b);
    expect(ids(await get('atendentes', 'OPERADOR'))).toEqual(colleagues);
    expect(ids(await get('atendentes', 'VENDEDOR'))).toEqual(colleagues);
    expect(ids(await get('atendentes', 'ADMIN'))).not.toContain(other?.id);
  });
  it('return neither sectors nor staff to a person outside the company', async () => {
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)
      for (const path of ['atendentes', 'setores', 'motivos-analise'])
        expect(await get(path, who)).toEqual([]);
  });
  it('return nothing internal to an end consumer', async () => {
    for (const path of ['atendentes', 'representantes', 'setores', 'regioes'])
      expect(await get(path, 'CONSUMIDOR_FINAL')).toEqual([]);
  });
  it('return only their own name and regions to a representative', async () => {
    expect(await get('representantes', 'REPRESENTANTE')).toEqual([
      { id: known.representativeId, nome: 'Roberto Tavares' },
    ]);
    expect((await get('representantes', 'OPERADOR')).map(({ nome }: { nome: string }) => nome)).toEqual([
      'Roberto Tavares',
      'Zuleica Outra',
    ]);
    expect(await get('regioes', 'REPRESENTANTE')).toEqual([]);
    expect((await get('regioes', 'GERENTE')).map(({ desc }: { desc: string }) => desc)).toEqual([
      'Água Fria',
      'Capital',
    ]);
  });
  it('return the branches that the person can see', async () => {
    const seen = async (type: keyof TestPeople['people']) =>
      (await get('filiais', type)).map(({ idFil }: { idFil: number }) => idFil);
    expect(await seen('SUPERVISOR')).toEqual(known.branchIds);
    expect(await seen('OPERADOR')).toEqual([known.branchIds[0]]);
    expect(await seen('CONSUMIDOR_FINAL')).toEqual([known.branchIds[0]]);
  });
  it('include the sectors that the flows need', async () => {
    const names = (await get('setores', 'OPERADOR')).map(({ desc }: { desc: string }) => desc);
    expect(names).toEqual(expect.arrayContaining(['SAC', 'Devoluções', 'Recebimento']));
  });
  it('combine the final reasons of the type with those of every type', async () => {
    const texts = async (query: string) =>
      (await get(`motivos-finalizacao${query}`, 'OPERADOR')).map(
        ({ descricao }: { descricao: string }) => descricao,
      );
    expect(await texts('')).not.toContain('Devolução negada');
    expect(await texts('?tipo=DEVOLUCAO')).toEqual(
      expect.arrayContaining(['Devolução negada', 'Resolvido com o cliente']),
    );
    expect(await texts('?tipo=NENHUM')).toEqual(await texts(''));
    const denied = (await get('motivos-finalizacao?tipo=DEVOLUCAO', 'OPERADOR')).find(
      ({ descricao }: { descricao: string }) => descricao === 'Devolução negada',
    );
    expect(denied).toMatchObject({ informa: true, resultado: 'IMPROCEDENTE' });
  });
  it('offer final reasons that fit the flow, with a good and a bad end for each', async () => {
    const types = await server.deps.db.select().from(ticketTypes);
    const ofFlows = await server.deps.db.select().from(reasons).where(isNotNull(reasons.flowKey));
    expect(ofFlows.length).toBeGreaterThan(0);
    for (const { key, flowKey } of types) {
      const offered: { id: number; resultado: string }[] = await get(
        `motivos-finalizacao?tipo=${key}`,
        'OPERADOR',
      );
      const ids = new Set(offered.map(({ id }) => id));
      for (const reason of ofFlows)
        expect([key, reason.description, ids.has(reason.id)]).toEqual([
          key,
          reason.description,
          reason.flowKey === flowKey,
        ]);
      const results = new Set(offered.map(({ resultado }) => resultado));
      expect([key, results.has('PROCEDENTE'), results.has('IMPROCEDENTE')]).toEqual([key, true, true]);
    }
  });
  it('return the reason trees of what the person can open', async () => {
    const roots = async (type: keyof TestPeople['people']) => (await get('motivos-abertura', type)).length;
    expect(await roots('CONSUMIDOR_FINAL')).toBeLessThan(await roots('OPERADOR'));
    expect((await get('motivos-produtos', 'OPERADOR'))[0]).toMatchObject({ id: 1, anexo_obrigatorio: false });
  });
});
