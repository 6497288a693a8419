import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import * as t from '#server/db/tables/index.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import {
  COLLEAGUE,
  COLLEAGUE_EMAIL,
  CONSUMER,
  deliverChanges,
  OWN_TYPES,
  PATIENT,
  plantOwn,
  reported,
  whoSeesNone,
} from './plantedOwn.ts';

// The ways by which a value leaves beside the answer that shows it, and those by which somebody is found by it.

let server: TestServer;
let folder: string;
/** The first sees personal data, the second does not; otherwise both have all rights. */
let admin: string;
let masked: string;
const consumer = {
  id: 0,
  document: CONSUMER,
  email: 'segredo4@canario.com.br',
  phone: '11977770004',
  legalName: 'Marta Souza',
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mascaras-'));
  server = await testServer();
  const persons = await createPeople(server.deps.db);
  consumer.id = persons.customerIds.first;
  const { id, email, phone, legalName } = consumer;
  await server.deps.db.update(t.customers).set({ email, phone, legalName }).where(eq(t.customers.id, id));
  admin = await server.sessionOf(persons.people.ADMIN);
  masked = await server.sessionOf(await whoSeesNone(server));
  await plantOwn(server, folder, admin, id);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function answerOf(token: string, url: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await server.app.inject({
    method,
    url,
    headers: { App: 'teste', authorization: `Bearer ${token}` },
    ...(method === 'POST' && { payload: {} }),
  });
  return { status: answer.statusCode, text: answer.payload };
}

it('reads what own types, options, the feed and webhooks say of people without their data', async () => {
  const doors: [string, ('GET' | 'POST')?][] = [
    ...['clientes', ...OWN_TYPES].flatMap((type): [string, ('GET' | 'POST')?][] => [
      [`/config/cadastros/${type}?take=100`],
      [`/config/cadastros/${type}/exportar?formato=csv`],
      [`/dados/v1/${type}?limite=100`],
    ]),
    ...['clientes', 'cadastro-clientes', 'cadastro-pacientes'].map((source): [string, 'GET' | 'POST'] => [
      `/config/opcoes/${source}`,
      'POST',
    ]),
    ['/config/opcoes/cadastro-pessoas', 'POST'],
    ['/dados/v1/mudancas?limite=1000'],
    ['/config/entregas'],
    ['/config/auditoria?range=[0,99]'],
    ['/config/auditoria?filter={"entidade":"records"}'],
  ];
  for (const [url, method] of doors) {
    const [whole, hidden] = [await answerOf(admin, url, method), await answerOf(masked, url, method)];
    expect([url, whole.status, hidden.status]).toEqual([url, 200, 200]);
    expect([url, reported(whole.text).length > 0, reported(hidden.text)]).toEqual([url, true, []]);
  }
});

it('finds nobody by what is masked, not even by the complete value', async () => {
  const { id, document, email, phone, legalName } = consumer;
  const q = encodeURIComponent;
  const filter = (value: object) => q(JSON.stringify(value));
  const people = [COLLEAGUE, COLLEAGUE_EMAIL];
  /** What each lookup finds, by text. */
  const lookups: [string, (text: string) => string, readonly string[]][] = [
    [
      'customers',
      (text) => `/sac/clientes?take=100&q=${q(text)}`,
      [document, document.slice(0, 6), email, phone, phone.slice(-8)],
    ],
    ['records', (text) => `/config/cadastros/clientes?q=${q(text)}`, [document, '777', email, phone]],
    ['palette', (text) => `/sac/busca?q=${q(text)}`, [document, email, phone]],
    ['people', (text) => `/config/pessoas?filter=${filter({ q: text })}`, people],
    ['patients', (text) => `/config/cadastros/pacientes?q=${q(text)}`, [PATIENT.email, PATIENT.nome]],
    ['palette of patients', (text) => `/sac/busca?q=${q(text)}`, [PATIENT.email, PATIENT.nome]],
    ['code', (text) => `/config/cadastros/clientes?filtro=${filter({ documento: text })}`, [document]],
    ['own code', (text) => `/dados/v1/pacientes?filtro=${filter({ email: text })}`, [PATIENT.email]],
    [
      'reference',
      (text) => `/config/cadastros/visitas?filtro=${filter({ paciente: text })}`,
      [PATIENT.email],
    ],
    ['referred customer', (text) => `/dados/v1/visitas?filtro=${filter({ cliente: text })}`, [document]],
    ['referred person', (text) => `/dados/v1/visitas?filtro=${filter({ quem: text })}`, [COLLEAGUE]],
    ['key', (text) => `/dados/v1/clientes/${q(text)}`, [document]],
    ['own key', (text) => `/dados/v1/pacientes/${q(text)}`, [PATIENT.email]],
    ['asked documents', (text) => `/config/auditoria?filter=${filter({ registro: text })}`, []],
  ];
  const rows = async (token: string, url: string): Promise<number> => {
    const { status, body } = await server.call('GET', url, { token });
    if (status === 404 || status === 422) return 0;
    if (status !== 200) throw new Error(`${status} of ${url}: ${JSON.stringify(body)}`);
    const lists = Object.values(body).filter(Array.isArray) as unknown[][];
    return Array.isArray(body)
      ? body.length
      : 'data' in body
        ? 1
        : lists.reduce((sum, each) => sum + each.length, 0);
  };
  for (const [name, urlOf, texts] of lookups)
    for (const text of texts) {
      const counts = [await rows(admin, urlOf(text)), await rows(masked, urlOf(text))];
      expect([name, text, (counts[0] ?? 0) > 0, counts[1]]).toEqual([name, text, true, 0]);
    }
  const ticketsOf = async (token: string) =>
    (await server.call('POST', '/sac/consultas/tickets', { token, body: { termo: document } })).body;
  expect(JSON.stringify(await ticketsOf(masked))).not.toContain(`"id":${id},`);
  for (const [source, text] of [
    ['clientes', document],
    ['cadastro-clientes', document],
    ['cadastro-pessoas', COLLEAGUE],
    ['cadastro-pacientes', PATIENT.email],
  ] as const) {
    const found = async (token: string) =>
      (await server.call('POST', `/config/opcoes/${source}`, { token, body: { q: text } })).body.itens.length;
    expect([source, await found(admin), await found(masked)]).toEqual([source, 1, 0]);
  }
  expect(await rows(masked, `/sac/clientes?take=100&q=${q(legalName)}`)).toBeGreaterThan(0);
  const sorted = async (token: string) =>
    (await server.call('GET', '/config/cadastros/pacientes?orderBy=nascimento', { token })).status;
  expect([await sorted(admin), await sorted(masked)]).toEqual([200, 422]);
});

it('chooses a person by what the options offer, and reads the record back by the feed’s address', async () => {
  const offered = async (source: string, token: string) =>
    (await server.call('POST', `/config/opcoes/cadastro-${source}`, { token, body: {} })).body.itens as {
      valor: string;
    }[];
  const [patient] = await offered('pacientes', masked);
  expect(patient?.valor).toMatch(/^id:\d+$/);
  const written = await server.call('PUT', '/dados/v1/visitas', {
    token: masked,
    body: [{ numero: 'V-2', paciente: patient?.valor }],
  });
  expect(written.body.contagens).toMatchObject({ criados: 1 });
  const read = await server.call('GET', '/dados/v1/visitas/V-2', { token: admin });
  expect(read.body.data.paciente).toBe(PATIENT.email);
  const { body } = await server.call('GET', '/dados/v1/mudancas?tipos=pacientes', { token: masked });
  const { body: again } = await server.call('GET', body.itens[0].endereco, { token: masked });
  expect([again.data.id, again.data.nome]).toEqual([body.itens[0].id, '***']);
});

it('makes webhooks that send codes masked, and cannot change one that sends them', async () => {
  const webhook = (dadosPessoais: boolean | undefined, token: string) =>
    server.call('POST', '/config/webhooks', {
      token,
      body: {
        nome: 'Mascarado',
        url: 'https://outro.exemplo.com.br/',
        tipos: ['clientes', ...OWN_TYPES],
        filiais: [],
        semChave: null,
        ...(dadosPessoais !== undefined && { dadosPessoais }),
      },
    });
  expect((await webhook(true, masked)).status).toBe(403);
  const { body } = await webhook(undefined, masked);
  await server.call('PUT', '/dados/v1/pacientes', {
    token: admin,
    body: [{ ...PATIENT, nome: 'Paciente Canarinho Junior' }],
  });
  await server.call('PUT', '/dados/v1/clientes', {
    token: admin,
    body: [{ documento: consumer.document, email: 'segredo6@canario.com.br' }],
  });
  await deliverChanges(server);
  const sent = await server.deps.db
    .select()
    .from(t.webhookDeliveries)
    .where(eq(t.webhookDeliveries.webhookId, body.id));
  expect(sent.map(({ event }) => event).sort()).toEqual(['clientes.alterado', 'pacientes.alterado']);
  expect(sent.flatMap(({ body: text }) => reported(text))).toEqual([]);
  const [other] = await server.deps.db.select().from(t.webhooks).orderBy(t.webhooks.id).limit(1);
  const moved = await server.call('PUT', `/config/webhooks/${other?.id}`, {
    token: masked,
    body: {
      nome: 'Levado',
      url: 'https://outro.exemplo.com.br/',
      tipos: ['clientes'],
      filiais: [],
      semChave: null,
      versao: other?.version,
    },
  });
  expect(moved.status).toBe(403);
});
