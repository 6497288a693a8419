import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { grantsOf } from '../../../contract/permissions.ts';
import { connect } from '../../../server/db/client.ts';
import {
  notices,
  outboxEmails,
  roles,
  webhookDeliveries,
  webhooks,
} from '../../../server/db/tables/index.ts';
import { numberChanges } from '../../../server/feed/number.ts';
import { startSequencer } from '../../../server/feed/sequencer.ts';
import { claim, settle } from '../../../server/webhooks/deliver.ts';
import { GIVEN_UP_SECONDS, nextWait, restAfter } from '../../../server/webhooks/schedule.ts';
import { switchOffFailing } from '../../../server/webhooks/switchOff.ts';
import { startWebhooks } from '../../../server/webhooks/worker.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import { type Received, startReceiver } from './receiver.ts';

let server: TestServer;
let persons: Handful;
let admin: string;
let received: Received[];
interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}
let answer: (one: Received) => Answer | Promise<Answer>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let workers: { stop: () => Promise<void> }[] = [];

beforeAll(async () => {
  server = await testServer();
  persons = await handful(server.deps.db);
  admin = await server.sessionOf(persons.people.ADMIN);
  receiver = await startReceiver((one) => {
    received.push(one);
    return answer(one);
  });
});
afterAll(async () => {
  await receiver?.close();
  await server?.close();
});
beforeEach(() => {
  received = [];
  answer = () => ({ status: 204 });
});
afterEach(async () => {
  await Promise.all(workers.map(({ stop }) => stop()));
  workers = [];
  await server.deps.db.delete(webhooks);
});

const quiet = { warn: () => {} };
/** As a process of its own has it. */
const startNode = () => {
  const node = connect(server.database.url, { max: 6 });
  const parts = [startSequencer(node, quiet), startWebhooks({ ...server.deps, db: node.db }, quiet)];
  const stop = async () => {
    await Promise.all(parts.map((part) => part.stop()));
    await node.close();
  };
  workers.push({ stop });
};
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
  server.call(method, url, { token, ...(body && { body }) });
const create = (more: object = {}, token = admin) =>
  call(
    'POST',
    '/config/webhooks',
    { nome: 'ERP', url: receiver.url, tipos: ['produtos'], filiais: [], semChave: null, ...more },
    token,
  );
const made = async (more: object = {}) => {
  const { status, body } = await create(more);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data as { id: number; segredo: string };
};
const put = (codigos: readonly string[], token = admin) =>
  call(
    'PUT',
    '/dados/v1/produtos',
    codigos.map((codigo) => ({ codigo, descricao: `Produto ${codigo}`, unidade: 'UN' })),
    token,
  );
async function until(holds: () => boolean | Promise<boolean>, most = 10_000) {
  for (const end = Date.now() + most; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it did not come to pass');
}
const states = async () =>
  (await server.deps.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id)).map(
    ({ state }) => state,
  );
/** What was put off comes now. */
const hurry = () =>
  server.deps.db.execute(sql`update webhook_deliveries set next_attempt_at = now() where state = 'PENDENTE'`);
const pending = (webhookId: number, messageId: string, more: object = {}) => ({
  webhookId,
  messageId,
  event: 'produtos.criado',
  body: '{}',
  lastAttemptAt: new Date(),
  ...more,
});
const stateOf = async (id: number) => {
  const [row] = await server.deps.db.select().from(webhooks).where(eq(webhooks.id, id));
  if (!row) throw new Error('it is gone');
  return row;
};
const refused = { ok: false, status: 422, answer: 'nao' };
const codeOf = ({ body }: Received): string => JSON.parse(body).data.codigo;

describe('who keeps webhooks', () => {
  it('is nobody without the permission, nobody of some branches, and nobody gives what they may not read', async () => {
    const operator = await server.sessionOf(persons.people.OPERADOR);
    expect((await create({}, operator)).status).toBe(403);
    expect((await call('GET', '/config/webhooks', undefined, operator)).status).toBe(403);
    expect((await call('GET', '/config/entregas', undefined, operator)).status).toBe(403);
    const { body } = await call('POST', '/config/chaves', {
      nome: 'ERP',
      escopos: [{ tipo: 'produtos', verbos: ['LER'] }],
      filiais: [],
      enderecos: [],
      validade: null,
    });
    expect((await create({}, body.data.chave)).status).toBe(401);
  });

  it('names an address that can be one', async () => {
    for (const url of [
      'http://erp.exemplo.com.br/x',
      'https://10.0.0.7/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https://ana:senha@erp.exemplo.com.br/x',
      'ftp://erp.exemplo.com.br/x',
      'qualquer',
    ]) {
      const { status, body } = await create({ url });
      expect([url, status]).toEqual([url, 422]);
      if (url !== 'qualquer') expect(body.errors.url).toEqual(expect.any(String));
    }
  });

  it('is shown the secret once', async () => {
    const { id, segredo } = await made();
    expect(segredo).toMatch(/^whsec_/);
    const told = await call('GET', `/config/webhooks/${id}`);
    expect(JSON.stringify(told.body)).not.toContain(segredo.slice(8));
    expect(JSON.stringify((await call('GET', '/config/auditoria')).body)).not.toContain(segredo.slice(8));
  });
});

it('shows what was sent only to who may read it, and the log no path of an address', async () => {
  const { db } = server.deps;
  const { id } = await made({ tipos: ['produtos', 'tickets'], url: `${receiver.url}/segredo-no-caminho` });
  await db.insert(webhookDeliveries).values(pending(id, 'lida', { state: 'ENTREGUE', body: '{"a":1}' }));
  const shown = async () => {
    const [row] = (await call('GET', '/config/entregas')).body;
    return { row, one: (await call('GET', `/config/entregas/${row.id}`)).body };
  };
  expect((await shown()).one.corpo).toBe('{"a":1}');
  const log = JSON.stringify((await call('GET', '/config/auditoria')).body);
  expect(log).toContain(`${new URL(receiver.url).origin} #`);
  expect(log).not.toContain('segredo-no-caminho');
  const before = await db.select().from(roles);
  await db.update(roles).set({ grants: grantsOf(['CONFIGURACAO', 'CONFIGURACAO_WEBHOOKS']) });
  try {
    const { row, one } = await shown();
    expect([row.corpo, one.corpo]).toEqual(['', '']);
    expect((await call('POST', `/config/entregas/${row.id}/reenviar`, {})).status).toBe(403);
    expect(await states()).toEqual(['ENTREGUE']);
  } finally {
    for (const { key, grants } of before) await db.update(roles).set({ grants }).where(eq(roles.key, key));
  }
});

describe('a delivery', () => {
  it('comes within a second, signed so that the public package verifies it, and not for what came before', async () => {
    await put(['Antes']);
    const { segredo } = await made();
    startNode();
    const waited: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const at = Date.now();
      await put([`D${turn}`]);
      await until(() => received.length > turn);
      waited.push((received[turn]?.at ?? 0) - at);
    }
    const [first] = received;
    const verified = new Webhook(segredo).verify(first?.body ?? '', first?.headers as Record<string, string>);
    expect(verified).toMatchObject({
      type: 'produtos.criado',
      data: { tipo: 'produtos', codigo: 'D0', acao: 'criado', endereco: '/dados/v1/produtos/D0' },
    });
    expect(() =>
      new Webhook(segredo).verify(`${first?.body} `, first?.headers as Record<string, string>),
    ).toThrow();
    waited.sort((a, b) => a - b);
    expect(waited[18]).toBeLessThan(1_000);
  });

  it('reaches a receiver that fails a third of the time at least once, with two nodes and one id each', async () => {
    await made();
    let turn = 0;
    answer = () => (++turn % 3 === 0 ? { status: 500, body: 'caiu' } : { status: 200 });
    startNode();
    startNode();
    const codes = Array.from({ length: 150 }, (_, index) => `T${index}`);
    await put(codes);
    await until(async () => {
      await server.deps.db.execute(sql`update webhook_deliveries set next_attempt_at = now()
        where state = 'PENDENTE' and last_status = 500 and next_attempt_at > now()`);
      const all = await states();
      return all.length === 150 && all.every((state) => state === 'ENTREGUE');
    }, 25_000);
    const byId = new Map(received.map((one) => [one.headers['webhook-id'], codeOf(one)]));
    expect([...byId.values()].sort()).toEqual([...codes].sort());
    expect(received.length).toBeGreaterThanOrEqual(150);
  }, 40_000);

  it('is signed anew for each attempt, by both secrets while the old one holds', async () => {
    const { id, segredo } = await made();
    answer = () => ({ status: received.length > 1 ? 200 : 503, body: 'volte \u0000 depois' });
    startNode();
    await put(['A1']);
    await until(() => received.length === 1);
    const rotated = await call('POST', `/config/webhooks/${id}/trocar`, { versao: 1 });
    await until(async () => (await call('GET', '/config/entregas')).body[0]?.status === 503);
    expect((await call('GET', '/config/entregas')).body[0]).toMatchObject({
      situacao: 'PENDENTE',
      tentativas: 1,
      resposta: 'volte  depois',
    });
    await hurry();
    await until(() => received.length === 2);
    const [one, two] = received;
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    for (const secret of [segredo, rotated.body.data.segredo])
      new Webhook(secret).verify(two?.body ?? '', two?.headers as Record<string, string>);
    await until(async () => (await states())[0] === 'ENTREGUE');
  });

  it('follows no redirect, reads no endless answer, and calls nobody inside the network', async () => {
    await made();
    answer = () => ({ status: 302, headers: { location: receiver.url } });
    startNode();
    await put(['X1']);
    await until(async () => (await states())[0] === 'PENDENTE' && received.length === 1);
    await until(async () => (await call('GET', '/config/entregas')).body[0].status === 302);
    expect(received).toHaveLength(1);
    answer = () => ({ status: 500, body: 'x'.repeat(2_000_000) });
    await hurry();
    await until(async () => (await call('GET', '/config/entregas')).body[0].status === 500);
    expect((await call('GET', '/config/entregas')).body[0].resposta).toHaveLength(500);
    const before = server.deps.settings.privateHosts;
    Object.assign(server.deps.settings, { privateHosts: [] });
    await hurry();
    await until(async () => (await call('GET', '/config/entregas')).body[0].status === null);
    Object.assign(server.deps.settings, { privateHosts: before });
    expect((await call('GET', '/config/entregas')).body[0].resposta).toMatch(/rede interna/);
    expect(received).toHaveLength(2);
  });

  it("of a process that died is taken up by another, and is nobody else's before", async () => {
    const { id } = await made();
    await put(['K1']);
    startNode();
    await until(async () => (await states()).length === 1);
    await until(() => received.length === 1);
    await Promise.all(workers.map(({ stop }) => stop()));
    workers = [];
    await server.deps.db.execute(
      sql`update webhook_deliveries set state = 'PENDENTE', next_attempt_at = now()`,
    );
    const [dead] = await claim(server.deps.db, id, 4);
    expect(dead).toBeDefined();
    expect(await claim(server.deps.db, id, 4)).toEqual([]);
    startNode();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(received).toHaveLength(1);
    await hurry();
    await until(() => received.length === 2);
    await until(async () => (await states())[0] === 'ENTREGUE');
    // The dead one comes back, too late: what stands is not undone.
    if (dead) await settle(server.deps.db, dead, { ok: false, status: 500, answer: 'tarde' });
    expect(await states()).toEqual(['ENTREGUE']);
  });

  it('is of the types and branches of its address, and without the echo of a key', async () => {
    const { body } = await call('POST', '/config/chaves', {
      nome: 'ERP',
      escopos: [{ tipo: 'produtos', verbos: ['LER', 'GRAVAR'] }],
      filiais: [],
      enderecos: [],
      validade: null,
    });
    await made({ tipos: ['produtos', 'estoque'], filiais: [persons.branchIds[0]], semChave: body.data.id });
    await put(['E1'], body.data.chave);
    await put(['E2']);
    await server.deps.db.execute(
      sql`update branches set cnpj = '12ABC34501DE35' where id = ${persons.branchIds[0]}`,
    );
    await server.deps.db.execute(
      sql`update branches set cnpj = '11444777000161' where id = ${persons.branchIds[1]}`,
    );
    const stock = await call('PUT', '/dados/v1/estoque', [
      { produto: 'E2', filial: '12ABC34501DE35', quantidade: '1' },
      { produto: 'E2', filial: '11444777000161', quantidade: '2' },
    ]);
    expect(stock.body.contagens).toMatchObject({ criados: 2 });
    startNode();
    await until(
      async () => (await states()).length > 1 && (await states()).every((state) => state === 'ENTREGUE'),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(received.map(codeOf).sort()).toEqual(['E2', 'E2~12ABC34501DE35']);
  });
});

describe('an address', () => {
  it('is tested, switched off and on, resent to, and goes on where it stopped', async () => {
    const { id } = await made();
    startNode();
    await call('POST', `/config/webhooks/${id}/testar`, {});
    await until(() => received.length === 1);
    expect(JSON.parse(received[0]?.body ?? '').type).toBe('teste');
    expect((await call('POST', `/config/webhooks/${id}/ligar`, { versao: 1, ativo: false })).status).toBe(
      200,
    );
    expect((await call('POST', `/config/webhooks/${id}/ligar`, { versao: 1, ativo: true })).status).toBe(409);
    await put(['S1']);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(received).toHaveLength(1);
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 2, ativo: true });
    await until(() => received.length === 2);
    await until(async () => (await states()).every((state) => state === 'ENTREGUE'));
    const list = await call(
      'GET',
      `/config/entregas?filter=${JSON.stringify({ webhook: id, situacao: 'ENTREGUE' })}`,
    );
    expect(list.body.map((each: { evento: string }) => each.evento)).toEqual(['produtos.criado', 'teste']);
    expect((await call('POST', `/config/entregas/${list.body[0].id}/reenviar`, {})).status).toBe(200);
    await until(() => received.length === 3);
    expect(received[2]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
    expect((await call('DELETE', `/config/webhooks/${id}`)).status).toBe(200);
    expect(await states()).toEqual([]);
  });

  it('is switched off after days of failure, and the administrators are told once', async () => {
    const { id } = await made({ nome: 'ERP <velho>' });
    const { db } = server.deps;
    await db.execute(sql`update webhooks set failing_since = now() - interval '4 days'`);
    await switchOffFailing(server.deps);
    expect((await call('GET', `/config/webhooks/${id}`)).body.ativo).toBe(true);
    await db.execute(sql`update webhooks set failing_since = now() - interval '6 days'`);
    // Nothing was tried of late but a test: nothing is known of it.
    await db.insert(webhookDeliveries).values(pending(id, 'teste', { test: true, lastAnswer: 'caiu' }));
    await switchOffFailing(server.deps);
    expect((await call('GET', `/config/webhooks/${id}`)).body.ativo).toBe(true);
    await db.insert(webhookDeliveries).values(pending(id, 'caiu', { attempts: 3, lastStatus: 500 }));
    await Promise.all([switchOffFailing(server.deps), switchOffFailing(server.deps)]);
    expect((await call('GET', `/config/webhooks/${id}`)).body).toMatchObject({
      ativo: false,
      motivo: 'Falhou sem parar por 5 dias.',
    });
    const told = await db.select().from(notices).where(eq(notices.audience, 'ADMIN'));
    expect(told).toHaveLength(1);
    expect(told[0]?.html).toContain('ERP &lt;velho&gt;');
    expect(await db.$count(outboxEmails)).toBe(1);
  });

  it('is told of new changes though a thousand others wait for another attempt', async () => {
    const { id } = await made();
    const { db } = server.deps;
    const later = { attempts: 2, nextAttemptAt: new Date(Date.now() + 3_600_000) };
    await db
      .insert(webhookDeliveries)
      .values(Array.from({ length: 1_001 }, (_, each) => pending(id, `velha${each}`, later)));
    startNode();
    await put(['N1']);
    await until(() => received.length === 1);
    expect(received.map(codeOf)).toEqual(['N1']);
  });

  it('has a message that it refuses itself given up after some attempts, not after three days', async () => {
    const { id } = await made();
    const { db } = server.deps;
    await db.insert(webhookDeliveries).values(pending(id, 'recusada'));
    const tried = async (status: number) => {
      await db.execute(
        sql`update webhook_deliveries set state = 'PENDENTE', attempts = 7, next_attempt_at = now()`,
      );
      const [claimed] = await claim(db, id, 1);
      if (!claimed) throw new Error('nothing was claimed');
      await settle(db, claimed, { ...refused, status });
      await db.update(webhooks).set({ restingUntil: null });
      return states();
    };
    expect(await tried(422)).toEqual(['DESISTIU']);
    for (const passing of [408, 409, 425, 429, 500, 302]) expect(await tried(passing)).toEqual(['PENDENTE']);
  });

  it('that was off for days has all attempts before it when it is on again', async () => {
    const { id } = await made();
    const { db } = server.deps;
    await db
      .insert(webhookDeliveries)
      .values([
        pending(id, 'nova', { startedAt: sql`now() - interval '4 days'` }),
        pending(id, 'tentada', { startedAt: sql`now() - interval '4 days'`, attempts: 5 }),
      ]);
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 1, ativo: false });
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 2, ativo: true });
    const claimed = await claim(db, id, 4);
    expect(claimed).toHaveLength(2);
    for (const each of claimed) await settle(db, each, { ok: false, status: 500, answer: '' });
    expect(await states()).toEqual(['PENDENTE', 'PENDENTE']);
    // One that nobody switched off: its days begin with its first attempt, not when it was made.
    await db.delete(webhookDeliveries);
    await db
      .insert(webhookDeliveries)
      .values(pending(id, 'tarde', { startedAt: sql`now() - interval '4 days'` }));
    const [late] = await claim(db, id, 4);
    expect(late?.elapsed).toBe(0);
  });

  it('is not judged by tests', async () => {
    const { id } = await made();
    const { db } = server.deps;
    const test = async (outcome: { ok: boolean; status: number; answer: string }) => {
      await call('POST', `/config/webhooks/${id}/testar`, {});
      const [claimed] = await claim(db, id, 1);
      if (!claimed) throw new Error('nothing was claimed');
      await settle(db, claimed, outcome);
      return stateOf(id);
    };
    expect(await test(refused)).toMatchObject({ failures: 0, failingSince: null });
    await db.delete(webhookDeliveries);
    await db.update(webhooks).set({ failures: 3, failingSince: new Date() });
    expect(await test({ ok: true, status: 200, answer: '' })).toMatchObject({ failures: 3 });
    const [entry] =
      (await call('GET', '/config/auditoria')).body.itens ?? (await call('GET', '/config/auditoria')).body;
    expect(JSON.stringify(entry)).toContain('TESTAR');
  });

  it('that missed changes has its administrators told', async () => {
    const { id } = await made({ nome: 'Atrasado' });
    const { db } = server.deps;
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 1, ativo: false });
    await put(['M1', 'M2', 'M3']);
    await numberChanges(db);
    await db.execute(sql`delete from feed_entries where position < (select last from feed_state)`);
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 2, ativo: true });
    startNode();
    await until(() => received.length === 1);
    const told = await db
      .select()
      .from(notices)
      .where(eq(notices.title, 'Webhook perdeu mudanças: Atrasado'));
    expect(told.map(({ html }) => html)).toEqual([expect.stringContaining('2 mudanças se perderam')]);
  });

  it('says when what is sent again goes', async () => {
    const { id } = await made();
    const { db } = server.deps;
    const [row] = await db
      .insert(webhookDeliveries)
      .values(pending(id, 'de novo', { state: 'ENTREGUE' }))
      .returning();
    const resend = async () =>
      (await call('POST', `/config/entregas/${row?.id}/reenviar`, {})).body.data.message as string;
    expect(await resend()).toMatch(/^Vai de novo agora\./);
    await db.update(webhooks).set({ restingUntil: new Date(Date.now() + 60_000) });
    expect(await resend()).toMatch(/descansa: vai de novo em alguns minutos/);
    await db.update(webhooks).set({ active: false });
    expect(await resend()).toMatch(/desligado: vai de novo quando for ligado/);
  });

  it('has no more than four calls of a process under way, and what is under way at the end is broken off', async () => {
    const { id } = await made();
    const { db } = server.deps;
    let open = 0;
    let most = 0;
    let hang = false;
    answer = async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, hang ? 8_000 : 15));
      open -= 1;
      return { status: 200 };
    };
    await db
      .insert(webhookDeliveries)
      .values(Array.from({ length: 60 }, (_, each) => pending(id, `junto${each}`)));
    startNode();
    await until(async () => (await states()).every((state) => state === 'ENTREGUE'));
    expect(most).toBeLessThanOrEqual(4);
    hang = true;
    await db.insert(webhookDeliveries).values(pending(id, 'pendurada'));
    await until(() => received.length === 61);
    const at = Date.now();
    await Promise.all(workers.map(({ stop }) => stop()));
    workers = [];
    expect(Date.now() - at).toBeLessThan(4_000);
    const [left] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, 'PENDENTE'));
    expect(left?.nextAttemptAt.getTime()).toBeLessThan(Date.now() + 1_000);
  }, 30_000);

  it('is tried ever more rarely for three days, and rests after failures in a row', () => {
    let elapsed = 0;
    let attempts = 1;
    for (let wait = nextWait(elapsed, 0.5); wait !== null; wait = nextWait(elapsed, 0.5)) {
      elapsed += wait;
      attempts += 1;
    }
    expect(elapsed).toBeLessThanOrEqual(GIVEN_UP_SECONDS);
    expect(elapsed).toBeGreaterThan(GIVEN_UP_SECONDS - 13 * 60 * 60);
    expect(attempts).toBeGreaterThan(12);
    expect(attempts).toBeLessThan(25);
    expect(nextWait(0, 0)).toBe(4);
    expect(nextWait(0, 1)).toBeCloseTo(6);
    expect(restAfter(9, 0.5)).toBe(0);
    expect(restAfter(10, 0.5)).toBe(5);
    expect(restAfter(99, 0.5)).toBe(600);
  });
});
