import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findAddress } from '#server/adapters/postalCode/findAddress.ts';
import { remoteJson } from '#server/adapters/remoteJson.ts';
import { findCompany } from '#server/adapters/taxAuthority/findCompany.ts';
import { postalCodes } from '#server/db/tables/index.ts';
import { readSettings } from '#server/settings/settings.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

/** The servers that these tests simulate listen on this machine. */
const HERE = { privateHosts: ['127.0.0.1'] };

/** Simulates an external service; each test defines its behaviour. */
let answer: (path: string) => { status?: number; body?: string; wait?: number };
let requested: string[] = [];
let stand: Server;
let database: TestDatabase;
let base = '';

beforeAll(async () => {
  database = await testDatabase();
  stand = createServer((request, response) => {
    requested.push(request.url ?? '');
    const { status = 200, body = '{}', wait = 0 } = answer(request.url ?? '');
    setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(body), wait);
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(stand.address() as AddressInfo).port}`;
});
afterAll(async () => {
  stand.closeAllConnections();
  await new Promise((resolve) => stand.close(resolve));
  await database.drop();
});
afterEach(() => {
  requested = [];
});

const deps = () => ({
  db: database.db,
  settings: {
    ...readSettings({ PRIVATE_HOSTS: '127.0.0.1' }),
    cepUrl: `${base}/ws/{cep}/json/`,
    receitaUrl: `${base}/cnpj/{cnpj}`,
  },
});
/** Timeout for a busy machine that does answer eventually. */
const patient = () => remoteJson({ reach: HERE, timeout: 20_000, failures: 2, cooldown: 1000 });
const quick = () => remoteJson({ reach: HERE, timeout: 150, failures: 2, cooldown: 1000 });

describe('postal code service', () => {
  const known = {
    logradouro: 'Praça da Sé',
    bairro: 'Sé',
    ibge: '3550308',
    uf: 'SP',
    localidade: 'Sampa',
    complemento: 'lado ímpar',
  };

  it('returns an address, with the city of its code', async () => {
    answer = () => ({ body: JSON.stringify({ ...known, gia: '1004', logradouro: `  ${'x'.repeat(300)}` }) });
    const found = await findAddress(deps(), '01001000', patient());
    expect(found).toMatchObject({ localidade: 'São Paulo', uf: 'SP', bairro: 'Sé' });
    expect([found?.logradouro.length, requested]).toEqual([100, ['/ws/01001000/json/']]);
  });
  it.each([
    ['erro true', { body: '{"erro": true}' }],
    ['erro as text', { body: '{"erro": "true"}' }],
    ['404', { status: 404 }],
    ['400', { status: 400, body: '<html>' }],
  ])('returns nothing for an unknown code: %s', async (_, given) => {
    answer = () => given;
    expect(await findAddress(deps(), '99999999', patient())).toBeNull();
  });
  it.each([
    ['is slow', { wait: 600 }],
    ['is down', { status: 500 }],
    ['answers no JSON', { body: '<html>Manutenção</html>' }],
    ['answers a list', { body: '[]' }],
    ['answers no city', { body: '{"logradouro": "Rua X"}' }],
    ['answers too many bytes', { body: `"${'x'.repeat(300_000)}"` }],
  ])('answers 503 and asks people to type by hand when it %s', async (_, given) => {
    answer = () => given;
    await expect(findAddress(deps(), '01001000', quick())).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Digite o endereço à mão'),
    });
  });
  it('is replaced by our own table when it is down', async () => {
    await database.db.insert(postalCodes).values({
      cep: '69400000',
      street: '',
      district: '',
      city: 'Manacapuru',
      state: 'AM',
      ibge: '1302504',
    });
    answer = () => ({ status: 503 });
    expect(await findAddress(deps(), '69400000', patient())).toMatchObject({
      localidade: 'Manacapuru',
      logradouro: '',
    });
  });
});

describe('company data from the tax authority', () => {
  it('are read under any field names, cut to the length of our fields', async () => {
    answer = () => ({
      body: JSON.stringify({
        razao_social: `<b>${'Loja'.repeat(40)}`,
        fantasia: 'Loja',
        cnae_fiscal: 4_711_302,
        cnaes_secundarios: [{ codigo: 4_723_700 }, { codigo: 0 }, 'x'],
        qsa: [{ nome_socio: 'Ana' }, 7],
        email: 'A@B.COM.BR',
        cep: '01.001-000',
      }),
    });
    const found = await findCompany(deps(), '11222333000181', patient());
    expect(found).toMatchObject({
      nome_fantasia: 'Loja',
      cnae_principal: '4711302',
      cnaes_secundario: ['4723700'],
      socios: [{ nome: 'Ana' }],
      email: 'a@b.com.br',
      cep: '01001000',
    });
    expect(found?.razao_social.length).toBe(100);
  });
  it('are not found without a name', async () => {
    answer = () => ({ body: '{"message": "x"}' });
    expect(await findCompany(deps(), '11222333000181', patient())).toBeNull();
    answer = () => ({ status: 404 });
    expect(await findCompany(deps(), '11222333000181', patient())).toBeNull();
  });
  it('answer 503 and ask people to type by hand when the service fails', async () => {
    answer = () => ({ body: 'nope' });
    await expect(findCompany(deps(), '11222333000181', quick())).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Digite os dados à mão'),
    });
  });
});

describe('remote JSON service', () => {
  it('is tried once more, and the second answer is used', async () => {
    answer = () => (requested.length === 1 ? { status: 502 } : { body: '{"a": 1}' });
    expect(await patient()(base)).toEqual({ a: 1 });
    expect(requested).toHaveLength(2);
  });
  it('is left alone after consecutive failures, then tried once', async () => {
    let present = 0;
    const ask = remoteJson({ reach: HERE, timeout: 20_000, failures: 2, cooldown: 1000, now: () => present });
    answer = () => ({ status: 500 });
    for (let index = 0; index < 2; index += 1) await expect(ask(base)).rejects.toThrow('500');
    expect(requested).toHaveLength(4);
    await expect(ask(base)).rejects.toThrow('resting');
    expect(requested).toHaveLength(4);
    present = 1001;
    answer = () => ({ wait: 50, body: '{"up": true}' });
    const [one, other] = await Promise.allSettled([ask(base), ask(base)]);
    expect([one.status, other.status]).toEqual(['fulfilled', 'rejected']);
    expect(await ask(base)).toEqual({ up: true });
  });
});
