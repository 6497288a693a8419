import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { makeSetupCode } from '#server/config/installation.ts';
import {
  definitions,
  definitionVersions,
  installation,
  loginFailures,
  people,
} from '#server/db/tables/index.ts';
import { DEVICE_COOKIE } from '#server/session/openSession.ts';
import { logOptions } from '#server/settings/logOptions.ts';
import { TEST_PASSWORD, testCpf } from '../../support/people.ts';
import { deliverMails, tokenIn } from '../../support/servers/mailbox.ts';
import { CASH, type OrderFixture, orderFixture } from '../callcenter/orders/orderFixture.ts';
import { KEY, report } from '../sac/reportDesk/reportFixture.ts';

let fixture: OrderFixture;
let app: FastifyInstance;
const logged: string[] = [];
beforeAll(async () => {
  fixture = await orderFixture();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  app = await buildApp(fixture.server.deps, { logger: { ...(logOptions('trace') as object), stream } });
});
afterAll(async () => {
  await app?.close();
  await fixture?.server.close();
});
beforeEach(() => fixture.server.deps.db.delete(loginFailures));

const db = () => fixture.server.deps.db;
async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, token?: string) {
  const answer = await app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: {
      app: 'teste',
      'idempotency-key': crypto.randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  return { status: answer.statusCode, text: answer.body, cookies: answer.cookies, json: () => answer.json() };
}

/** `table.column` of every stored text that contains the secret, in all tables of all our schemas. */
async function holdersOf(secret: string): Promise<string[]> {
  const { rows } = await db().execute<{ s: string; t: string }>(sql`
    select table_schema s, table_name t from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  expect(rows.length).toBeGreaterThan(80);
  const inTable = ({ s, t }: { s: string; t: string }) => sql`
    select distinct ${`${t}.`}::text || each.key holder
      from ${sql.identifier(s)}.${sql.identifier(t)} row, jsonb_each_text(to_jsonb(row)) each
     where position(${secret} in each.value) > 0
        or position(encode(convert_to(${secret}, 'UTF8'), 'hex') in each.value) > 0`;
  const found = await db().execute<{ holder: string }>(sql.join(rows.map(inTable), sql` union all `));
  return found.rows.map(({ holder }) => holder);
}

/** Asserts that no row and no log line contains the secret; `allowed` names exceptions, with the reason at the call. */
async function expectNowhere(secret: string, allowed: string[] = []) {
  expect(secret.length).toBeGreaterThan(15);
  const holders = (await holdersOf(secret)).filter((column) => !allowed.includes(column));
  expect(holders).toEqual([]);
  expect(logged.join('')).not.toContain(secret);
}

describe('secret that grants access, in rows and logs', () => {
  it('is found where it was planted, so that these tests can fail', async () => {
    await db()
      .update(people)
      .set({ preferences: { note: 'a-secret-that-was-planted' } });
    expect(await holdersOf('a-secret-that-was-planted')).toEqual(['people.preferences']);
  });

  it('is not stored: password link, before sending, after sending and after use', async () => {
    await send('POST', '/senha/requisitar-token-redefinicao', { id: fixture.cpfs.ADMIN });
    const outbox = await send('GET', '/config/emails', undefined, fixture.tokens.ADMIN);
    expect(outbox.text).toContain('Redefinição da sua senha');
    expect(outbox.text).not.toContain('token=');
    const token = tokenIn((await deliverMails(fixture.server.deps)).at(-1));
    await expectNowhere(token);
    expect((await send('GET', '/config/emails', undefined, fixture.tokens.ADMIN)).text).not.toContain(token);
    const used = await send('PUT', '/senha/redefinir-via-token', { token, senha: TEST_PASSWORD });
    expect([used.status, used.text.includes(token)]).toEqual([200, false]);
    await expectNowhere(token);
    fixture.tokens.ADMIN = await fixture.server.sessionOf(fixture.people.ADMIN);
  });

  it('is not stored: password link that an administrator sends', async () => {
    const sent = await send(
      'POST',
      `/config/pessoas/${fixture.people.OPERADOR}/enviar-senha`,
      { versao: 1 },
      fixture.tokens.ADMIN,
    );
    expect(sent.status).toBe(200);
    const mail = (await deliverMails(fixture.server.deps)).at(-1);
    await expectNowhere(tokenIn(mail));
    expect(sent.text).not.toContain(tokenIn(mail));
  });

  it('is not stored: session token and mark of a known browser', async () => {
    const body = { cpf: fixture.cpfs.SUPERVISOR, senha: TEST_PASSWORD };
    const signedIn = await send('POST', '/login/sac', body);
    const { token } = signedIn.json();
    await send('GET', '/sac/carga', undefined, token);
    await send('PUT', '/sac/conta/dados', {}, token);
    await expectNowhere(token);
    const device = signedIn.cookies.find(({ name }) => name === DEVICE_COOKIE)?.value ?? '';
    await expectNowhere(device);
    expect(logged.join('')).not.toContain(TEST_PASSWORD);
  });

  it('is not stored: code of the first administrator', async () => {
    const code = await makeSetupCode(db());
    await send('POST', '/config/instalacao', {
      codigo: code,
      cpf: testCpf(4711),
      nome: 'Ana Souza',
      email: 'ana@exemplo.com.br',
      senha: 'cavalo certo',
    });
    await expectNowhere(code);
    await expectNowhere(code.replaceAll('-', ''));
  });

  it('is not stored: ticket of the report viewer', async () => {
    const named = { kind: 'reports', key: KEY } as const;
    await db()
      .insert(definitionVersions)
      .values({ ...named, version: 1, hash: KEY, content: { ...report() }, source: 'ESTUDIO' });
    await db()
      .insert(definitions)
      .values({ ...named, publishedVersion: 1, origin: 'PROPRIA' });
    const filtros = { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } };
    const answer = await send('POST', `/sac/relatorios/${KEY}/bilhete`, { filtros }, fixture.tokens.ADMIN);
    expect(answer.status).toBe(200);
    const { bilhete, endereco } = answer.json().data;
    await send('GET', endereco, undefined, fixture.tokens.ADMIN);
    await expectNowhere(bilhete);
  });

  it('is stored only in the row that shows it again to the seller: payment link', async () => {
    const id = await fixture.quote({ paymentMethodId: CASH.online }, '1');
    const made = await send(
      'POST',
      `/callcenter/link-pagamento/${id}/processa-pagamento`,
      {},
      fixture.tokens.VENDEDOR,
    );
    const hash = String(made.json().data.url).split('/').at(-1) ?? '';
    await send('GET', `/callcenter/link-pagamento/pedido/${hash}`);
    const card = { numero: '4111111111111111', nome: 'Ana Lima', validade: '12/40', cvv: '987' };
    await send('POST', `/callcenter/link-pagamento/pedido/${hash}/pagar`, card);
    await expectNowhere(hash, ['payment_links.hash']);
    await expectNowhere(card.numero);
  });

  it('is stored only in its own row: secret of the installation', async () => {
    const [row] = await db().select({ facts: installation.facts }).from(installation);
    const secret = (row?.facts as { captchaSecret?: string } | undefined)?.captchaSecret ?? '';
    await expectNowhere(secret, ['installation.facts']);
  });
});

describe('opening a link from the outbox', () => {
  const open = async () => {
    await send('POST', '/senha/requisitar-token-redefinicao', { id: fixture.cpfs.GERENTE });
    const [mail] = (await send('GET', '/config/emails', undefined, fixture.tokens.ADMIN)).json();
    const answer = await send('POST', `/config/emails/${mail.id}/link`, undefined, fixture.tokens.ADMIN);
    return { mail, answer };
  };

  it('is refused without the demonstration company, whatever DEMO says', async () => {
    await db().update(installation).set({ demo: false });
    const { mail, answer } = await open();
    expect([mail.abreLink, answer.status]).toEqual([false, 404]);
  });

  it('is allowed and audited in the demonstration company without SMTP', async () => {
    await db().update(installation).set({ demo: true });
    const { mail, answer } = await open();
    expect([mail.abreLink, answer.status]).toEqual([true, 200]);
    const token = tokenIn({ to: '', subject: '', text: answer.json().data.endereco });
    expect((await send('POST', '/senha/validar-token', { token })).status).toBe(200);
    await expectNowhere(token);
    const audited = await db().execute(sql`select 1 from audit_log where action = 'ABRIR_LINK'`);
    expect(audited.rows).toHaveLength(1);
  });

  it('is refused there once SMTP is set, or with DEMO=off', async () => {
    const { settings } = fixture.server.deps;
    const smtp = { host: 'smtp.exemplo.com.br', port: 587, secure: false, from: 'a@exemplo.com.br' };
    Object.assign(settings, { smtp });
    expect((await open()).answer.status).toBe(404);
    Object.assign(settings, { smtp: undefined, demo: false });
    expect((await open()).answer.status).toBe(404);
    Object.assign(settings, { demo: true });
  });
});
