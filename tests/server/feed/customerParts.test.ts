import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customerBranches, customers, products } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let admin: string;
let customer: { id: number; document: string };
let branchId: number;
beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  persons = await createPeople(db);
  admin = await server.sessionOf(persons.people.ADMIN);
  const [served] = await db
    .select({ id: customers.id, document: customers.document, branchId: customerBranches.branchId })
    .from(customers)
    .innerJoin(customerBranches, eq(customerBranches.customerId, customers.id))
    .limit(1);
  if (!served) throw new Error('no customer is served by a branch');
  ({ branchId } = served);
  customer = served;
});
afterAll(() => server?.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token = admin, body?: object) =>
  server.call(method, url, { token, ...(body && { body }) });
async function keyOf(filiais: number[], ...tipos: string[]): Promise<string> {
  const { body } = await call('POST', '/config/chaves', admin, {
    nome: `ERP ${filiais.join()} ${tipos.join()}`,
    escopos: tipos.map((tipo) => ({ tipo, verbos: ['LER'] })),
    filiais,
    enderecos: [],
    validade: null,
  });
  return body.data.chave;
}
const reported = async (key: string) =>
  (await call('GET', '/dados/v1/mudancas?limite=1000', key)).body.itens as {
    tipo: string;
    id: number;
    acao: string;
    endereco: string | null;
  }[];
const ADDRESS = {
  cep: '01310-100',
  rua: 'Av. Paulista',
  numero: '1',
  cidade: 'São Paulo',
  bairro: 'Bela Vista',
  estado: 'SP',
};

it('announces delivery addresses that people create and delete to a key', async () => {
  const key = await keyOf([], 'enderecos-entrega');
  const ofBranch = await keyOf([branchId], 'enderecos-entrega');
  const made = await call('POST', `/callcenter/clientes/${customer.id}/endereco-entrega`, admin, ADDRESS);
  const { id } = made.body.data;
  expect(await reported(key)).toMatchObject([
    { tipo: 'enderecos-entrega', id, acao: 'criado', endereco: `/dados/v1/enderecos-entrega/${id}` },
  ]);
  const read = await call('GET', `/dados/v1/enderecos-entrega/${id}`, key);
  expect(read.body.data).toMatchObject({ cep: '01310100', cliente: { documento: customer.document } });
  const gone = await call('DELETE', `/callcenter/clientes/${customer.id}/endereco-entrega/${id}`);
  expect(gone.status).toBe(200);
  expect((await reported(key)).at(-1)).toMatchObject({ id, acao: 'excluido', endereco: null });
  expect((await reported(ofBranch)).at(-1)).toMatchObject({ id, acao: 'excluido', endereco: null });
  expect((await call('GET', `/dados/v1/enderecos-entrega/${id}`, key)).status).toBe(404);
});

it('announces the mix of a customer, and returns it by the codes of its products', async () => {
  const key = await keyOf([], 'mix');
  const [product] = await server.deps.db
    .insert(products)
    .values({ code: 'MIX-1', description: 'Café', brand: 'Serra' })
    .returning({ id: products.id });
  const url = `/callcenter/mixes/${customer.id}/${branchId}/produtos/${product?.id}`;
  const chosen = await call('PUT', url, admin, { noMix: true });
  expect(chosen.status).toBe(200);
  expect((await reported(key)).at(-1)).toMatchObject({ tipo: 'mix', id: customer.id, acao: 'alterado' });
  const { body } = await call('GET', `/dados/v1/mix/${customer.id}`, key);
  expect(body.data).toMatchObject({
    cliente: { documento: customer.document },
    produtos: [{ codigo: 'MIX-1' }],
  });
});

it('access is closed to keys of other types and to people who cannot see customers', async () => {
  const key = await keyOf([], 'produtos');
  for (const url of [`/dados/v1/mix/${customer.id}`, '/dados/v1/enderecos-entrega/1']) {
    expect((await call('GET', url, key)).status).toBe(403);
    expect((await call('GET', url, await server.sessionOf(persons.people.CONSUMIDOR_FINAL))).status).toBe(
      403,
    );
    expect((await server.call('GET', url, {})).status).toBe(401);
  }
});
