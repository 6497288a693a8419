import { describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { auditLog, roles, webhookDeliveries, webhooks } from '#server/db/tables/index.ts';
import { claim, recordOutcome } from '#server/webhooks/deliver.ts';
import {
  call,
  codeOf,
  create,
  made,
  makeDeliveriesDue,
  pending,
  persons,
  put,
  received,
  receiver,
  receiving,
  server,
  setUpFixture,
  startNode,
  states,
  stopNodes,
  until,
} from './webhooksFixture.ts';

setUpFixture();

describe('management of webhooks', () => {
  it('needs the permission and all branches, and grants only what the person can read', async () => {
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

  it('changes name, address and types by the same rules, by version, with an audit entry', async () => {
    const { id } = await made();
    const body = { nome: 'Loja', url: receiver.url, tipos: ['produtos'], filiais: [], semChave: null };
    const change = (more: object, token?: string) =>
      call('PUT', `/config/webhooks/${id}`, { ...body, versao: 1, ...more }, token);
    const operator = await server.sessionOf(persons.people.OPERADOR);
    expect((await change({}, operator)).status).toBe(403);
    expect((await call('PUT', '/config/webhooks/999999', { ...body, versao: 1 })).status).toBe(404);
    expect((await change({ url: 'https://10.0.0.7/x' })).body.errors.url).toEqual(expect.any(String));
    expect((await change({ nome: ' ' })).body.errors.nome).toEqual(expect.any(String));
    expect((await change({ tipos: ['inventado'] })).status).toBe(422);
    expect((await change({ segredo: 'whsec_' })).status).toBe(422);
    expect((await change({ tipos: ['produtos', 'precos'] })).body.data.message).toBe('Webhook salvo.');
    const late = await change({ nome: 'Outra' });
    expect([late.status, late.body.atual.estado.nome]).toEqual([409, 'Loja']);
    expect((await call('GET', `/config/webhooks/${id}`)).body).toMatchObject({
      ...{ nome: 'Loja', url: receiver.url, tipos: ['produtos', 'precos'], versao: 2, ativo: true },
    });
    const [entry] = await server.deps.db
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.entity, 'webhooks'),
          eq(auditLog.entityId, String(id)),
          eq(auditLog.action, 'ALTERAR'),
        ),
      )
      .orderBy(auditLog.id);
    expect([entry?.before, entry?.after]).toEqual([
      { nome: 'ERP', tipos: ['produtos'] },
      { nome: 'Loja', tipos: ['produtos', 'precos'] },
    ]);
  });

  it('sends pending messages to the current address, and drops types no longer announced', async () => {
    const { id } = await made({ url: 'http://127.0.0.1:9/aviso', tipos: ['produtos', 'precos'] });
    const { db } = server.deps;
    const later = { attempts: 3, nextAttemptAt: new Date(Date.now() + 3_600_000) };
    await db
      .insert(webhookDeliveries)
      .values([pending(id, 'fica', later), pending(id, 'sai', { ...later, event: 'precos.alterado' })]);
    await db.update(webhooks).set({ failures: 20, restingUntil: new Date(Date.now() + 3_600_000) });
    startNode();
    const { status } = await call('PUT', `/config/webhooks/${id}`, {
      ...{ nome: 'ERP', url: receiver.url, tipos: ['produtos'], filiais: [], semChave: null, versao: 1 },
    });
    expect(status).toBe(200);
    await until(async () => (await states()).every((state) => state !== 'PENDENTE'));
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['fica']);
    expect(await states()).toEqual(['ENTREGUE', 'DESISTIU']);
  });

  it('neither shows nor sends messages of an earlier type to people who cannot read it', async () => {
    const { id } = await made({ tipos: ['tickets', 'produtos'] });
    const { db } = server.deps;
    const [row] = await db
      .insert(webhookDeliveries)
      .values(pending(id, 'antiga', { event: 'tickets.criado', body: '{"segredo":1}' }))
      .returning();
    const change = (more: object, token?: string) =>
      call(
        'PUT',
        `/config/webhooks/${id}`,
        { nome: 'ERP', url: receiver.url, tipos: ['produtos'], filiais: [], semChave: null, ...more },
        token,
      );
    const manager = await server.sessionOf(persons.people.GERENTE);
    await db
      .update(roles)
      .set({ grants: grantsOf(DEFAULT_GRANTS.ADMIN.filter((one) => one !== 'SAC_TICKETS')) })
      .where(eq(roles.key, 'GERENTE'));
    const elsewhere = await change({ url: 'https://outro.exemplo.com.br/x', versao: 1 }, manager);
    expect(elsewhere.status).toBe(403);
    expect((await change({ versao: 1 })).status).toBe(200);
    const shown = await call('GET', `/config/entregas/${row?.id}`, undefined, manager);
    expect([shown.status, shown.body.corpo]).toEqual([200, '']);
    expect((await call('POST', `/config/entregas/${row?.id}/reenviar`, {}, manager)).status).toBe(403);
    // Nor by a person with the permission, because the webhook no longer delivers this type.
    const again = await call('POST', `/config/entregas/${row?.id}/reenviar`, {});
    expect([again.status, again.body.code]).toEqual([422, 'FORA_DO_WEBHOOK']);
    expect(await states()).toEqual(['DESISTIU']);
    // A delivery that became pending anyway does not go to a different address unseen.
    await db.update(webhookDeliveries).set({ state: 'PENDENTE' });
    const moved = { url: 'https://outro.exemplo.com.br/x', versao: 2 };
    expect((await change(moved, manager)).status).toBe(403);
    expect((await change(moved)).status).toBe(200);
    expect(await states()).toEqual(['DESISTIU']);
    expect((await call('GET', `/config/entregas/${row?.id}`)).body.corpo).toBe('{"segredo":1}');
  });

  it('accepts only an address that can be called', async () => {
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

  it('shows the secret once', async () => {
    const { id, segredo } = await made();
    expect(segredo).toMatch(/^whsec_/);
    const reported = await call('GET', `/config/webhooks/${id}`);
    expect(JSON.stringify(reported.body)).not.toContain(segredo.slice(8));
    expect(JSON.stringify((await call('GET', '/config/auditoria')).body)).not.toContain(segredo.slice(8));
  });
});

it('shows sent messages only to people who can read them, and logs no path of an address', async () => {
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

describe('webhook delivery', () => {
  it('arrives within a second, signed for the public package, and not for earlier changes', async () => {
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

  it('arrives at least once, under one id, when a third of the calls fail, with two nodes', async () => {
    await made();
    let turn = 0;
    receiving.answer = () => (++turn % 3 === 0 ? { status: 500, body: 'caiu' } : { status: 200 });
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

  it('is signed for each attempt, with both secrets while the old one is valid', async () => {
    const { id, segredo } = await made();
    receiving.answer = () => ({ status: received.length > 1 ? 200 : 503, body: 'volte \u0000 depois' });
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
    await makeDeliveriesDue();
    await until(() => received.length === 2);
    const [one, two] = received;
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    for (const secret of [segredo, rotated.body.data.segredo])
      new Webhook(secret).verify(two?.body ?? '', two?.headers as Record<string, string>);
    await until(async () => (await states())[0] === 'ENTREGUE');
  });

  it('follows no redirect, reads no endless answer, and calls no internal address', async () => {
    await made();
    receiving.answer = () => ({ status: 302, headers: { location: receiver.url } });
    startNode();
    await put(['X1']);
    await until(async () => (await states())[0] === 'PENDENTE' && received.length === 1);
    await until(async () => (await call('GET', '/config/entregas')).body[0].status === 302);
    expect(received).toHaveLength(1);
    receiving.answer = () => ({ status: 500, body: 'x'.repeat(2_000_000) });
    await makeDeliveriesDue();
    await until(async () => (await call('GET', '/config/entregas')).body[0].status === 500);
    expect((await call('GET', '/config/entregas')).body[0].resposta).toHaveLength(500);
    const before = server.deps.settings.privateHosts;
    Object.assign(server.deps.settings, { privateHosts: [] });
    await makeDeliveriesDue();
    await until(async () => (await call('GET', '/config/entregas')).body[0].status === null);
    Object.assign(server.deps.settings, { privateHosts: before });
    expect((await call('GET', '/config/entregas')).body[0].resposta).toMatch(/rede interna/);
    expect(received).toHaveLength(2);
  });

  it('of a process that died is taken over by another, and not before', async () => {
    const { id } = await made();
    await put(['K1']);
    startNode();
    await until(async () => (await states()).length === 1);
    await until(() => received.length === 1);
    await stopNodes();
    await server.deps.db.execute(
      sql`update webhook_deliveries set state = 'PENDENTE', next_attempt_at = now()`,
    );
    const [dead] = await claim(server.deps.db, id, 4);
    expect(dead).toBeDefined();
    expect(await claim(server.deps.db, id, 4)).toEqual([]);
    startNode();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(received).toHaveLength(1);
    await makeDeliveriesDue();
    await until(() => received.length === 2);
    await until(async () => (await states())[0] === 'ENTREGUE');
    // The dead worker reports back too late; the newer result is not undone.
    if (dead) await recordOutcome(server.deps.db, dead, { ok: false, status: 500, answer: 'tarde' });
    expect(await states()).toEqual(['ENTREGUE']);
  });

  it('is limited to the types and branches of its address, without the echo of a key', async () => {
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

  it('that is pending is dropped when its address no longer gets its branch', async () => {
    const { db } = server.deps;
    const [here, there] = persons.branchIds;
    await db.execute(sql`update branches set cnpj = '12ABC34501DE35' where id = ${here}`);
    await db.execute(sql`update branches set cnpj = '11444777000161' where id = ${there}`);
    const { id } = await made({ tipos: ['produtos', 'estoque'] });
    receiving.answer = () => ({ status: 503 });
    await put(['F1']);
    const stock = ['12ABC34501DE35', '11444777000161'].map((filial) => ({
      ...{ produto: 'F1', filial, quantidade: '1' },
    }));
    expect((await call('PUT', '/dados/v1/estoque', stock)).body.contagens).toMatchObject({ criados: 2 });
    startNode();
    await until(async () => received.length >= 3 && (await states()).length === 3);
    await stopNodes();
    const body = { nome: 'ERP', url: receiver.url, tipos: ['produtos', 'estoque'], semChave: null };
    const change = async (filiais: readonly (number | undefined)[], versao: number) =>
      expect((await call('PUT', `/config/webhooks/${id}`, { ...body, filiais, versao })).status).toBe(200);
    const waiting = async () =>
      (await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, 'PENDENTE')))
        .map((row) => JSON.parse(row.body).data.codigo as string)
        .sort();
    await change([here, there], 1);
    expect(await waiting()).toEqual(['F1', 'F1~11444777000161', 'F1~12ABC34501DE35']);
    await change([here], 2);
    // A product belongs to every branch.
    expect(await waiting()).toEqual(['F1', 'F1~12ABC34501DE35']);
    const [given] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, 'DESISTIU'));
    expect(given?.lastAnswer).toMatch(/desta filial/);
    const again = () => call('POST', `/config/entregas/${given?.id}/reenviar`, {});
    expect([(await again()).status, (await again()).body.code]).toEqual([422, 'FORA_DO_WEBHOOK']);
    await change([], 3);
    expect((await again()).status).toBe(200);
    expect(await waiting()).toHaveLength(3);
  });
});
