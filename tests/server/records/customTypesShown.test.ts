import { beforeAll, describe, expect, it } from '@jest/globals';
import { customTypeProblems } from '../../../contract/rules/records/customTypeProblems.ts';
import {
  base,
  call,
  changedType,
  contract,
  document,
  KEY,
  list,
  operator,
  persons,
  publish,
  server,
  standWorld,
} from './customTypesWorld.ts';

standWorld({ withType: true });

let consumer: string;
let representative: string;
beforeAll(async () => {
  consumer = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
  representative = await server.sessionOf(persons.people.REPRESENTANTE);
  for (const dados of [
    contract('CT-1'),
    contract('CT-2', { ativo: false }),
    contract('CT-3', { cliente: document.second }),
  ])
    await call('POST', base, { dados });
});

const panel = async (idCli: number, token?: string) =>
  (await call('GET', `/callcenter/clientes/${idCli}`, undefined, token)).body.data;
const own = async (token?: string) =>
  (await call('GET', '/config/cadastros-proprios', undefined, token)).body.itens;
const numbers = async (idCli: number, token?: string) =>
  (await list(`idCli=${idCli}`, token)).itens.map(({ numero }: { numero: string }) => numero);

describe('in the customer panel', () => {
  it('shows and counts nothing to whom may not read the type, or not see the customer', async () => {
    const { first, second } = persons.customerIds;
    expect(await own(consumer)).toEqual([]);
    expect((await call('GET', `${base}?idCli=${first}`, undefined, consumer)).status).toBe(403);
    expect(await numbers(second, operator)).toEqual([]);
    await publish((type) => ({ ...type, permissoes: { ...type.permissoes, ler: 'AUDITORIA' } }));
    expect(await own(operator)).toEqual([]);
    expect((await call('GET', `${base}?idCli=${first}`, undefined, operator)).status).toBe(403);
    expect((await panel(first, operator)).contadores).not.toHaveProperty(`cadastro-${KEY}`);
    await publish();
  });

  it('is a tab of the customer with a number, and lists what is theirs', async () => {
    const { first, second } = persons.customerIds;
    expect(await own(operator)).toMatchObject([{ chave: KEY, noPainelDoCliente: 'cliente' }]);
    expect((await panel(first, operator)).contadores).toMatchObject({ [`cadastro-${KEY}`]: 2 });
    expect(await numbers(first, operator)).toEqual(['CT-1', 'CT-2']);
    expect(await numbers(second)).toEqual(['CT-3']);
    expect((await panel(second)).contadores).toMatchObject({ [`cadastro-${KEY}`]: 1 });
    expect(await numbers(first, representative)).toEqual(['CT-1', 'CT-2']);
  });

  it('asks no type for a customer that none of its fields names', async () => {
    const { status, body } = await call('GET', '/config/cadastros/produtos?idCli=1');
    expect([status, body.errors.idCli]).toEqual([422, expect.stringContaining('não diz de que cliente')]);
  });

  it('is no tab where the type does not say so, and refused where it names no customer', async () => {
    await publish(({ noPainelDoCliente: _, ...type }) => type);
    expect(await own(operator)).toMatchObject([{ chave: KEY, noPainelDoCliente: null }]);
    expect((await panel(persons.customerIds.first)).contadores).not.toHaveProperty(`cadastro-${KEY}`);
    const without = await changedType((type) => ({
      ...type,
      busca: ['numero'],
      lista: {},
      campos: type.campos.filter(({ chave }) => chave !== 'cliente'),
    }));
    expect(customTypeProblems(without, [])).toMatchObject([
      { pointer: '/noPainelDoCliente', severity: 'ERRO' },
    ]);
    await publish();
  });
});
