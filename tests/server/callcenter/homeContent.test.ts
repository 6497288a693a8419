import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { auditLog, banners, files, products, showcases } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;
let today: string;

beforeAll(async () => {
  server = await testServer();
  fixture = await createPeople(server.deps.db);
  server.deps.files.get = async () => Readable.from([Buffer.from('PNG!')]);
  today = localDate(server.deps.now(), DEFAULT_TIME_ZONE);
  await server.deps.db
    .insert(products)
    .values({ code: 'P1', description: 'Café', brand: 'Serra', salesClass: 'Mercearia', price: '10.5' });
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = async (method: Method, path: string, body?: object, who: PersonType = 'SUPERVISOR') =>
  server.call(method, path, {
    token: await server.sessionOf(fixture.people[who]),
    ...(body && { body }),
  });
const seen = async (who: PersonType, what: 'banners' | 'vitrines') =>
  (await call('GET', `/callcenter/home/${what}`, undefined, who)).body.map(
    ({ titulo }: { titulo: string }) => titulo,
  );

const banner = (given: object = {}) => ({
  titulo: 'Semana Serra',
  texto: 'Tudo a pronta entrega.',
  abre: { tipo: 'PRODUTOS', valor: 'Serra' },
  idFil: null,
  inicio: today,
  fim: addDays(today, 7),
  ordem: 1,
  ativo: true,
  ...given,
});
const showcase = (given: object = {}) => ({
  titulo: 'Serra',
  subtitulo: '',
  produtos: { tipo: 'MARCA', valor: 'Serra' },
  abre: { tipo: 'NADA' },
  idFil: null,
  ordem: 1,
  ativo: true,
  ...given,
});

async function sent(mime: string) {
  const row = { id: randomUUID(), name: 'serra.png', mime, size: 4, sha256: '' };
  await server.deps.db.insert(files).values({ ...row, storedAs: row.id, ownerId: fixture.people.SUPERVISOR });
  return { id: row.id, nome: row.name, mime, tamanho: row.size };
}

describe('banners', () => {
  it('can be written only by leaders', async () => {
    for (const who of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const) {
      expect((await call('GET', '/config/banners', undefined, who)).status).toBe(403);
      expect((await call('POST', '/config/banners', banner(), who)).status).toBe(403);
      expect((await call('POST', '/config/vitrines', showcase(), who)).status).toBe(403);
    }
    expect(await server.deps.db.$count(banners)).toBe(0);
  });

  it('appear at once in their branch and period, change by version, and are audited', async () => {
    const made = await call('POST', '/config/banners', banner({ idFil: fixture.branchIds[1] }));
    const { id } = made.body.data;
    expect([await seen('OPERADOR', 'banners'), await seen('ADMIN', 'banners')]).toEqual([
      [],
      ['Semana Serra'],
    ]);
    const { body: data } = await call('GET', `/config/banners/${id}`);
    expect(data).toMatchObject({ situacao: 'NO_AR', idFil: fixture.branchIds[1], versao: 1 });
    const changed = banner({ titulo: 'Serra para todos', versao: 1 });
    expect((await call('PUT', `/config/banners/${id}`, changed)).status).toBe(200);
    expect(await seen('OPERADOR', 'banners')).toEqual(['Serra para todos']);
    expect((await call('PUT', `/config/banners/${id}`, changed)).status).toBe(409);
    const future = banner({ inicio: addDays(today, 1), versao: 2 });
    await call('PUT', `/config/banners/${id}`, future);
    expect(await seen('ADMIN', 'banners')).toEqual([]);
    expect((await call('DELETE', `/config/banners/${id}`)).status).toBe(200);
    expect((await call('GET', `/config/banners/${id}`)).status).toBe(404);
    const log = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'banners'))
      .orderBy(auditLog.id);
    expect(log.map(({ action }) => action)).toEqual(['CRIAR', 'ALTERAR', 'ALTERAR', 'EXCLUIR']);
  });

  it('open only existing targets, and never another site', async () => {
    const wrong = [
      { abre: { tipo: 'TELA', valor: 'https://fora.example' } },
      { abre: { tipo: 'TELA', valor: '//fora.example' } },
      { abre: { tipo: 'ARTIGO', valor: '99' } },
      { abre: { tipo: 'PRODUTOS', valor: ' ' } },
      { fim: addDays(today, -1) },
      { idFil: 9999 },
      { titulo: ' ' },
    ];
    for (const given of wrong) {
      const { status, body } = await call('POST', '/config/banners', banner(given));
      expect([status, Object.keys(body.errors ?? {}).length, JSON.stringify(given)]).toEqual([
        422,
        1,
        JSON.stringify(given),
      ]);
    }
  });

  it('accept an uploaded picture, show it to their viewers, and delete it with them', async () => {
    const arquivo = await sent('image/png');
    expect((await call('POST', '/config/banners', banner({ arquivo: await sent('text/csv') }))).status).toBe(
      422,
    );
    const foreign = await call('POST', '/config/banners', banner({ arquivo }), 'ADMIN');
    expect(foreign.body.errors).toHaveProperty('arquivo');
    const { id } = (await call('POST', '/config/banners', banner({ arquivo, idFil: fixture.branchIds[1] })))
      .body.data;
    const image = `/imagens/banners/${arquivo.id}`;
    expect((await call('GET', image, undefined, 'ADMIN')).status).toBe(200);
    expect((await call('GET', image, undefined, 'OPERADOR')).status).toBe(404);
    await call('PUT', `/config/banners/${id}`, banner({ idImagem: arquivo.id }));
    expect((await call('GET', image, undefined, 'OPERADOR')).status).toBe(200);
    await call('DELETE', `/config/banners/${id}`);
    expect((await call('GET', image, undefined, 'ADMIN')).status).toBe(404);
    const [file] = await server.deps.db.select().from(files).where(eq(files.id, arquivo.id));
    expect(file?.linkedAt).toBeNull();
  });
});

describe('showcases', () => {
  it('show what their rule finds, and are rejected where it can find nothing', async () => {
    const none = await call(
      'POST',
      '/config/vitrines',
      showcase({ produtos: { tipo: 'MARCA', valor: 'X' } }),
    );
    expect([none.status, none.body.errors]).toEqual([
      422,
      { 'produtos.valor': 'Escolha uma marca que tenha produtos.' },
    ]);
    const { id } = (await call('POST', '/config/vitrines', showcase())).body.data;
    expect(await seen('OPERADOR', 'vitrines')).toEqual(['Serra']);
    const paused = showcase({ ativo: false, abre: { tipo: 'CLIENTES', valor: 'mercado' }, versao: 1 });
    expect((await call('PUT', `/config/vitrines/${id}`, paused)).status).toBe(200);
    expect(await seen('OPERADOR', 'vitrines')).toEqual([]);
    expect((await call('PUT', `/config/vitrines/${id}`, paused)).status).toBe(409);
    expect((await call('DELETE', `/config/vitrines/${id}`)).status).toBe(200);
    expect(await server.deps.db.$count(showcases)).toBe(0);
  });
});
