import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { branches, parameters } from '#server/db/tables/index.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-platform-'));
let server: TestServer;
let token: string;
let branch: number;
let otherBranch: number;
beforeAll(async () => {
  server = await testServer({ dataDir, publicUrl: 'https://balcao.exemplo.com.br' });
  const { people, branchIds } = await createPeople(server.deps.db);
  [branch, otherBranch] = branchIds;
  token = await server.sessionOf(people.CONSUMIDOR_FINAL);
  await server.deps.db.insert(parameters).values([
    { area: 'GERAL', key: 'nomeEmpresa', value: 'Ferragens do Vale', public: true },
    { area: 'SAC', key: 'aviso', value: '</script><script>alert(1)\u2028', public: true },
    { area: 'SAC', key: 'segredo', value: 'não conte' },
    { area: 'CALLCENTER', key: 'corPrimaria', value: '#123456', public: true },
    { area: 'CALLCENTER', key: 'chave', value: 'não conte' },
  ]);
});
afterAll(async () => {
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('public data before sign-in', () => {
  it.each(['/env.json', '/parametros/CALLCENTER/env.json'])(
    '%s lists this server as the only business',
    async (url) => {
      const { status, body } = await server.call('GET', url);
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          NAME: 'Ferragens do Vale',
          API_URL: 'https://balcao.exemplo.com.br',
          IMAGES_URL: 'https://balcao.exemplo.com.br/imagens',
          WS_HOST: 'balcao.exemplo.com.br',
          WS_KEY: expect.stringMatching(/^[0-9a-f]{20}$/),
          WS_PORT: 443,
        },
      ]);
    },
  );

  it('env.js sets the public parameters of the service area, and cannot end a script element', async () => {
    const { body, headers } = await server.call('GET', '/parametros/SAC/env.js');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    const text = String(body);
    expect(text).not.toMatch(/<|\u2028/);
    const window: Record<string, Record<string, unknown>> = {};
    runInNewContext(text, { window });
    expect(window.PARAMETROS).toMatchObject({
      nomeEmpresa: 'Ferragens do Vale',
      aviso: '</script><script>alert(1)\u2028',
    });
    expect(text).not.toContain('segredo');
  });

  it('parametros.json contains only the public parameters of the call centre', async () => {
    expect((await server.call('GET', '/parametros/CALLCENTER/parametros.json')).body).toEqual({
      corPrimaria: '#123456',
    });
  });

  it('the manifest names icons that exist', async () => {
    const { body } = await server.call('GET', '/sac/manifest');
    expect(body).toMatchObject({ lang: 'pt-BR', start_url: '/home', display: 'standalone' });
    const folder = path.resolve(import.meta.dirname, '../../../public');
    for (const { src } of body.icons) expect([src, existsSync(path.join(folder, src))]).toEqual([src, true]);
  });
});

describe('images', () => {
  it.each(['logo', 'favicon', 'background'])('include a %s of the console', async (name) => {
    const { status, headers } = await server.call('GET', `/imagens/${name}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^image\//);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it("use a company's own logo before that of the console", async () => {
    mkdirSync(path.join(dataDir, 'imagens/produtos'), { recursive: true });
    writeFileSync(path.join(dataDir, 'imagens/logo.png'), 'a logo');
    const { headers } = await server.call('GET', '/imagens/logo');
    expect([headers['content-type'], headers['content-length']]).toEqual(['image/png', '6']);
  });

  it("use a branch's own logo before the company's", async () => {
    writeFileSync(path.join(dataDir, 'imagens/logo-7.png'), 'logo of seven');
    const lengthOf = async (filial: number) =>
      (await server.call('GET', `/imagens/logo?filial=${filial}`)).headers['content-length'];
    expect([await lengthOf(7), await lengthOf(8)]).toEqual(['13', '6']);
  });

  it('answer 404 for a product without a photo, and show a photo only after sign-in', async () => {
    const none = await server.call('GET', '/imagens/produtos/P1', { token });
    expect([none.status, none.body.error]).toEqual([404, 'Produto não disponível']);
    writeFileSync(path.join(dataDir, 'imagens/produtos/P1.jpg'), 'a photo');
    const { status, headers } = await server.call('GET', '/imagens/produtos/P1', { token });
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await server.call('GET', '/imagens/produtos/P1')).status).toBe(401);
  });

  it.each(['..%2F..%2Flogo', '..', 'a.b', '%00'])('allow no path out of their folder: %s', async (name) => {
    expect((await server.call('GET', `/imagens/produtos/${name}`, { token })).status).toBe(404);
  });
});

describe('brand', () => {
  const brandOf = async (query = '') =>
    (await server.call('GET', `/config/marca${query}`, { token })).body.data;

  it("of a branch says its record's name, document and address, and that of the company only its name", async () => {
    await server.deps.db
      .update(branches)
      .set({ address: { logradouro: 'Rua A', numero: '10', bairro: 'Centro', cep: '69005010' } })
      .where(eq(branches.id, branch));
    const [row] = await server.deps.db.select().from(branches).where(eq(branches.id, branch));
    const own = await brandOf(`?filial=${branch}`);
    expect(own).toMatchObject({ nome: row?.tradeName, razSoc: row?.legalName, cnpj: row?.cnpj });
    expect(own.endereco).toBe(`Rua A, 10 · Centro · ${row?.city}/${row?.state} · CEP 69005-010`);
    expect(await brandOf()).toMatchObject({
      nome: 'Ferragens do Vale',
      cnpj: '',
      endereco: '',
      cor: '#1F6FEB',
      logo: '/imagens/logo',
    });
  });

  it("takes a branch's own parameters, and what is no colour counts as none", async () => {
    await server.deps.db.insert(parameters).values([
      { area: 'GERAL', key: 'marcaEndereco', value: 'ferragens.com.br' },
      { area: 'GERAL', key: 'marcaNome', branchId: branch, value: 'Vale Norte' },
      { area: 'GERAL', key: 'marcaCor', branchId: branch, value: '#AA0000' },
      { area: 'GERAL', key: 'marcaCor', branchId: otherBranch, value: 'red;display:none' },
    ]);
    expect(await brandOf(`?filial=${branch}`)).toMatchObject({
      nome: 'Vale Norte',
      cor: '#AA0000',
      endereco: 'ferragens.com.br',
      logo: `/imagens/logo?filial=${branch}`,
    });
    expect((await brandOf(`?filial=${otherBranch}`)).cor).toBe('#1F6FEB');
  });

  it('is for signed-in people, and there is none of an unknown branch', async () => {
    expect((await server.call('GET', '/config/marca')).status).toBe(401);
    expect((await server.call('GET', '/config/marca?filial=99999', { token })).status).toBe(404);
  });
});
