import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Context, User } from '#server/context.ts';
import { personById } from '#server/session/currentUser.ts';
import { type OrderFixture, orderFixture } from '../callcenter/orders/orderFixture.ts';

export let fixture: OrderFixture;
export let administrator: User;

/** A company with orders, whose changes the tests of one file read. */
export function openFeed(): void {
  beforeAll(async () => {
    fixture = await orderFixture();
    administrator = (await personById(fixture.server.deps.db, fixture.people.ADMIN)) as User;
  });
  afterAll(() => fixture?.server.close());
}

export interface Told {
  cursor: string;
  tipo: string;
  codigo: string;
  id: number;
  acao: string;
  passo: string | null;
  autor: { id: number; nome: string } | null;
  endereco: string | null;
}

export const keyOf = async (escopos: object[], filiais: number[] = []) => {
  const { status, body } = await fixture.server.call('POST', '/config/chaves', {
    token: fixture.tokens.ADMIN,
    body: { nome: 'ERP', escopos, filiais, enderecos: [], validade: null },
  });
  expect(status).toBe(200);
  return body.data.chave as string;
};
export const reading = (...tipos: string[]) => tipos.map((tipo) => ({ tipo, verbos: ['LER'] }));
export const get = (token: string, url: string) => fixture.server.call('GET', url, { token });
export const feed = (token: string, query = '') => get(token, `/dados/v1/mudancas?${query}`);
export const now = async (token: string) => (await feed(token, 'apos=agora')).body.proximo as string;
export const since = async (token: string, cursor: string, more = ''): Promise<Told[]> =>
  (await feed(token, `apos=${cursor}&limite=1000${more}`)).body.itens;
export const as = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | null = {},
  who: keyof OrderFixture['tokens'] = 'ADMIN',
) => fixture.server.call(method, path, { token: fixture.tokens[who], ...(body && { body }) });
export const contextOf = (user: User): Context =>
  ({ ...fixture.server.deps, user, ip: '127.0.0.1', requestId: 'teste' }) as unknown as Context;
export const brief = ({ tipo, codigo, acao, passo }: Told) =>
  [tipo, codigo, acao, ...(passo ? [passo] : [])].join(' ');
export const product = (codigo: string, more: object = {}) => ({
  codigo,
  descricao: `Produto ${codigo}`,
  unidade: 'UN',
  ...more,
});
