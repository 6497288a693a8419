import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { ENTITIES } from '#contract/map/index.ts';
import { DEFAULT_GRANTS, type Permission, type PersonType } from '#contract/permissions.ts';
import type { User } from '#server/context.ts';
import { asCompany } from '#server/db/guard/asCompany.ts';
import { customerBranches, customers } from '#server/db/tables/index.ts';
import { compileQuery } from '#server/sac/reports/guard/compileQuery.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { testCpf } from '#tests/support/people.ts';
import { type CustomersFixture, customersFixture } from './mergeFixture.ts';

type Who = PersonType | 'OTHER_OPERATOR';

let fixture: CustomersFixture;
/** Of the first branch, of the second, and of the representative; all three in one group, and one beside it. */
let near = 0;
let far = 0;
let own = 0;
let beside = 0;
let groupId = 0;
beforeAll(async () => {
  fixture = await customersFixture();
  near = await customer('Loja Perto');
  far = await customer('Loja Longe', 1);
  own = await customer('Loja Própria', 0, fixture.representativeId);
  beside = await customer('Loja Avulsa');
  const begun = await link(near, far, 'Rede Estrela');
  groupId = begun.body.data.id;
  await link(near, own);
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;

let made = 0;
async function customer(name: string, branch = 0, representativeId: number | null = null): Promise<number> {
  made += 1;
  const [row] = await db()
    .insert(customers)
    .values({ document: testCpf(7000 + made), legalName: name, tradeName: name, representativeId })
    .returning({ id: customers.id });
  await db()
    .insert(customerBranches)
    .values({ customerId: row?.id ?? 0, branchId: fixture.branchIds[branch] ?? 0, representativeId });
  return row?.id ?? 0;
}

const link = (one: number, outro: number, nome?: string) =>
  fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${one}/grupo/ligar`, {
    outro,
    ...(nome && { nome }),
  });

const call = (who: Who, method: 'GET' | 'POST', path: string, body?: object) =>
  fixture.server.call(method, path, { token: fixture.tokens[who], ...(body && { body }) });

interface Listed {
  id: number;
  grupo: { id: number; nome: string } | null;
}
const list = async (query: Record<string, string>, who: Who = 'SUPERVISOR', area = 'callcenter') => {
  const { status, body } = await call(who, 'GET', `/${area}/clientes?${new URLSearchParams(query)}`);
  return { status, itens: (body.itens ?? []) as Listed[], total: body.paginator?.total };
};
const ofGroup = async (who: Who, area?: string) =>
  (await list({ 'grupo[]': String(groupId) }, who, area)).itens.map(({ id }) => id).sort((a, b) => a - b);
const condition = () =>
  JSON.stringify({ faz: 'igual', de: [{ campo: 'grupo' }, { numero: String(groupId) }] });
const options = async (body: object, who: Who = 'SUPERVISOR') =>
  (await call(who, 'POST', '/config/opcoes/gruposClientes', body)).body.itens;

const without = (type: PersonType, permission: Permission) =>
  DEFAULT_GRANTS[type].filter((each) => each !== permission);

async function userOf(who: Who): Promise<User> {
  const id = who === 'OTHER_OPERATOR' ? fixture.otherOperator : fixture.people[who];
  const user = await personById(db(), id);
  if (!user) throw new Error(`nobody is ${who}`);
  return user as User;
}

async function read(who: Who, text: string): Promise<unknown[][]> {
  const person = await userOf(who);
  const as = { person, zone: 'America/Sao_Paulo', customer: null, name: 'prova', timeout: 60_000 };
  return withReader(
    fixture.server.deps,
    as,
    async (client) => (await client.query({ text, rowMode: 'array' })).rows,
  );
}

const EVERYBODY = [
  'ADMIN',
  'SUPERVISOR',
  'OPERADOR',
  'OTHER_OPERATOR',
  'VENDEDOR',
  'REPRESENTANTE',
] as const satisfies readonly Who[];

describe('the group of each customer of a list', () => {
  it('stands in the row, is filtered by, and says the sums by group', async () => {
    const all = await list({ q: 'loja' });
    expect(all.itens.map(({ id, grupo }) => [id, grupo?.nome ?? null]).sort()).toEqual(
      [
        [near, 'Rede Estrela'],
        [far, 'Rede Estrela'],
        [own, 'Rede Estrela'],
        [beside, null],
      ].sort(),
    );
    expect(await ofGroup('SUPERVISOR')).toEqual([near, far, own]);
    const sums = await call('SUPERVISOR', 'GET', '/callcenter/clientes/somas?q=loja&agrupar_por=grupo');
    expect(sums.body.grupos.itens).toMatchObject([
      { grupo: `grupo:${groupId}`, rotulo: 'Rede Estrela', total: 3 },
      { grupo: 'grupo:', rotulo: null, total: 1 },
    ]);
    const none = await list({ q: 'loja', 'no_grupo[]': 'grupo:' });
    expect(none.itens.map(({ id }) => id)).toEqual([beside]);
    const grouped = await list({ 'no_grupo[]': `grupo:${groupId}` });
    expect(grouped.total).toBe(3);
  });

  it('may be asked for in a condition', async () => {
    const { status, itens } = await list({ condicao: condition() });
    expect([status, itens.map(({ id }) => id).sort((a, b) => a - b)]).toEqual([200, [near, far, own]]);
  });

  it('is a column of the file', async () => {
    const file = async (who: Who) =>
      (
        await call(who, 'POST', '/sac/clientes/exportar', {
          formato: 'csv',
          filtros: { q: 'loja' },
        })
      ).body as string;
    const lines = (await file('SUPERVISOR')).split('\r\n');
    expect(lines[0]).toContain('Representante;Grupo;Filiais');
    expect(lines.filter((line) => line.includes(';Rede Estrela;'))).toHaveLength(3);
    await fixture.granted('OPERADOR', without('OPERADOR', 'CLIENTE'), async () => {
      expect(await file('OPERADOR')).not.toMatch(/Grupo|Rede Estrela/);
    });
  });
});

describe('a group is told', () => {
  it.each(EVERYBODY)('%s by the customers whom they see, as the first tab of the panel', async (who) => {
    const { itens } = await list({ q: 'loja' }, who);
    for (const { id, grupo } of itens) {
      const panel = await call(who, 'GET', `/callcenter/clientes/${id}/agora`);
      expect([id, grupo?.nome]).toEqual([id, panel.body.data.grupo?.nome]);
    }
    const seen = itens.flatMap(({ id, grupo }) => (grupo ? [id] : [])).sort((a, b) => a - b);
    expect(await ofGroup(who)).toEqual(seen);
    expect(await ofGroup(who, 'sac')).toEqual(seen);
    const offered = await options({ q: 'estrela' }, who);
    expect(offered).toEqual(seen.length > 0 ? [{ valor: String(groupId), rotulo: 'Rede Estrela' }] : []);
  });

  it('in the same rows of reports, conditions and rules', async () => {
    let found = 0;
    for (const who of EVERYBODY) {
      const rows = await read(
        who,
        `select cliente_id, grupo_id, grupo from relatorio.clientes where grupo_id = ${groupId} order by 1`,
      );
      expect([who, rows]).toEqual([who, (await ofGroup(who)).map((id) => [id, groupId, 'Rede Estrela'])]);
      found += rows.length;
    }
    expect(found).toBeGreaterThan(8);
    // Rules and flows judge for the company, whoever acts.
    const judged = await db().transaction((tx) =>
      asCompany(tx, () => tx.execute(sql`select from relatorio.clientes where grupo_id = ${groupId}`)),
    );
    expect(judged.rows).toHaveLength(3);
  });

  it('to nobody by a ticket of a customer whom they do not see', async () => {
    await fixture.addTicket({ customerId: far, branchId: fixture.branchIds[0] });
    await fixture.addTicket({ customerId: near, branchId: fixture.branchIds[0] });
    await fixture.addTicket({ customerId: beside, branchId: fixture.branchIds[0] });
    const made = compileQuery(
      {
        tipo: 'DECLARATIVA',
        conjunto: 'tickets',
        filtros: [{ campo: 'aberto', operador: 'IGUAL', valor: true }],
        colunas: [
          { campo: 'cliente.grupo', como: 'grupo' },
          { como: 'tickets', agregacao: 'CONTAGEM' },
        ],
        ordem: [{ coluna: 'grupo', direcao: 'ASC' }],
      },
      [],
      ENTITIES,
    );
    if ('problems' in made) throw new Error(JSON.stringify(made.problems));
    const counts = async (who: Who) =>
      Object.fromEntries((await read(who, made.sql)).map(([group, count]) => [group ?? '', Number(count)]));
    expect(await counts('SUPERVISOR')).toEqual({ 'Rede Estrela': 2, '': 1 });
    // The ticket is of their branch, its customer is not.
    expect(await counts('OPERADOR')).toEqual({ 'Rede Estrela': 1, '': 2 });
  });

  it('to no end consumer', async () => {
    const { consumer } = fixture.customerIds;
    await link(near, consumer);
    expect(
      await read('CONSUMIDOR_FINAL', 'select cliente_id, grupo_id, grupo from relatorio.clientes'),
    ).toEqual([[consumer, null, null]]);
    expect(await options({}, 'CONSUMIDOR_FINAL')).toEqual([]);
    expect(await options({ escolhidos: [String(groupId)] }, 'CONSUMIDOR_FINAL')).toEqual([]);
    await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${consumer}/grupo/sair`, {});
  });

  it('to nobody who may not open the panel of customers', async () => {
    await fixture.granted('OPERADOR', without('OPERADOR', 'CLIENTE'), async () => {
      const { itens } = await list({ q: 'loja' }, 'OPERADOR', 'sac');
      expect(itens.length).toBeGreaterThan(1);
      expect(itens.map(({ grupo }) => grupo)).toEqual(itens.map(() => null));
      const asked = await call('OPERADOR', 'GET', `/sac/clientes?grupo[]=${groupId}`);
      expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['grupo']]);
      expect(await options({}, 'OPERADOR')).toEqual([]);
      const sums = await call('OPERADOR', 'GET', '/sac/clientes/somas?q=loja&agrupar_por=grupo');
      expect(sums.body.grupos.itens).toMatchObject([{ rotulo: null, total: itens.length }]);
      const named = await call(
        'OPERADOR',
        'GET',
        `/sac/clientes/somas?no_grupo[]=${encodeURIComponent(`grupo:${groupId}`)}`,
      );
      expect(JSON.stringify(named.body)).not.toContain('Estrela');
      expect((await list({ condicao: condition() }, 'OPERADOR', 'sac')).status).toBe(422);
      const rows = await read(
        'OPERADOR',
        `select grupo_id, grupo from relatorio.clientes where cliente_id = ${near}`,
      );
      expect(rows).toEqual([[null, null]]);
    });
  });

  it('no more once it has ended', async () => {
    const [one, two] = [await customer('Balcão Um'), await customer('Balcão Dois')];
    const begun = await link(one, two, 'Rede Breve');
    expect(await options({ q: 'breve' })).toHaveLength(1);
    await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${two}/grupo/sair`, {});
    expect(await options({ q: 'breve' })).toEqual([]);
    expect(await options({ escolhidos: [String(begun.body.data.id)] })).toEqual([]);
    expect((await list({ q: 'balcao' })).itens.map(({ grupo }) => grupo)).toEqual([null, null]);
  });
});
