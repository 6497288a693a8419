import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_GRANTS, grantsOf, PERSON_TYPES, type PersonType } from '#contract/permissions.ts';
import type { InitialLoad } from '#contract/session/session.ts';
import { parameters, people } from '#server/db/tables/index.ts';
import { roleFor } from '#server/session/roles.ts';
import { createPeople, type TestPeople, testCpf } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  await server.deps.db.insert(parameters).values([
    { area: 'GERAL', key: 'nomeEmpresa', value: 'Horizonte' },
    { area: 'GERAL', key: 'disputado', value: 'geral' },
    { area: 'SAC', key: 'disputado', value: 'sac' },
    { area: 'SAC', key: 'janela', value: 180 },
    { area: 'SAC', key: 'janela', value: 90, branchId: persons.branchIds[0] },
    { area: 'CALLCENTER', key: 'usaCupom', value: true },
  ]);
});
afterAll(() => server?.close());

async function load(type: PersonType, area = 'sac'): Promise<InitialLoad> {
  const token = await server.sessionOf(persons.people[type]);
  const { status, body } = await server.call('GET', `/${area}/carga`, { token });
  expect(status).toBe(200);
  return body;
}

describe('initial load', () => {
  it('contains for each person who they are and what they are allowed to do', async () => {
    for (const type of PERSON_TYPES) {
      const { colaborador, modulos, loja } = await load(type);
      expect(colaborador).toMatchObject({ id: persons.people[type], tipo: type, cpf: persons.cpfs[type] });
      expect(modulos).toEqual(grantsOf(DEFAULT_GRANTS[type]));
      expect(loja).toEqual({ nome: 'Horizonte' });
    }
    expect((await load('CONSUMIDOR_FINAL')).colaborador.tipoDescricao).toBe('Consumidor final');
  });

  it('names the customer module as the requesting system knows it', async () => {
    const named = async (App: string) => {
      const token = await server.sessionOf(persons.people.VENDEDOR);
      const { body } = await server.call('GET', '/callcenter/carga', { token, headers: { App } });
      return (body as InitialLoad).modulos.slice(-1)[0];
    };
    expect(await named('SAC')).toMatchObject({ nome: 'SAC', autorizado: true });
    expect(await named('callcenter')).toMatchObject({ nome: 'CALLCENTER_CLIENTE', autorizado: true });
    expect((await named('balcao'))?.nome).not.toMatch(/^(SAC|CALLCENTER_CLIENTE)$/);
  });

  it('lists the branches in scope', async () => {
    const [first, second] = persons.branchIds;
    const ids = async (type: PersonType) => (await load(type)).filiais.map(({ idFil }) => idFil);
    expect(await ids('ADMIN')).toEqual([first, second]);
    expect(await ids('OPERADOR')).toEqual([first]);
    expect(await ids('REPRESENTANTE')).toEqual([first]);
    expect(await ids('CONSUMIDOR_FINAL')).toEqual([first]);
  });

  it("contains a consumer's own record, and no colleagues", async () => {
    const { colaborador, colaboradores, clientesfiliais } = await load('CONSUMIDOR_FINAL');
    expect(colaborador.cliente).toEqual({ id: persons.customerIds.consumer, razSoc: 'Clara Consumidora' });
    expect(colaboradores).toEqual([]);
    expect(clientesfiliais).toMatchObject([{ idFil: persons.branchIds[0], fuso: 'America/Sao_Paulo' }]);
    expect((await load('ADMIN')).colaborador.cliente).toBeNull();
  });

  it('lists the active attendants of the same branches, by name', async () => {
    const { db } = server.deps;
    const [other] = await db
      .insert(people)
      .values({
        cpf: testCpf(910),
        name: 'Operadora Distante',
        email: 'distante@exemplo.com.br',
        type: 'OPERADOR',
        roleId: await roleFor(db, 'OPERADOR'),
        passwordHash: '',
      })
      .returning();
    const ids = async (type: PersonType) => (await load(type)).colaboradores.map(({ id }) => id);
    const { ADMIN, GERENTE, SUPERVISOR, OPERADOR, VENDEDOR } = persons.people;
    expect((await ids('OPERADOR')).sort()).toEqual([ADMIN, GERENTE, SUPERVISOR, OPERADOR, VENDEDOR].sort());
    expect(await ids('OPERADOR')).not.toContain(other?.id);
    const names = (await load('ADMIN')).colaboradores.map(({ nome }) => nome);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'pt-BR')));
  });

  it("has the parameters of each area without prefix, values of the person's branch first", async () => {
    expect((await load('ADMIN')).parametros).toMatchObject({ disputado: 'sac', janela: 180 });
    expect((await load('OPERADOR')).parametros).toMatchObject({ janela: 90 });
    expect((await load('ADMIN', 'callcenter')).parametros).toMatchObject({ usaCupom: true, janela: 180 });
  });
});
