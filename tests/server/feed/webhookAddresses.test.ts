import { describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { auditLog, notices, outboxEmails, webhookDeliveries, webhooks } from '#server/db/tables/index.ts';
import { numberChanges } from '#server/feed/sequencer.ts';
import {
  claim,
  GIVE_UP_SECONDS,
  isRefused,
  nextWait,
  recordOutcome,
  restAfter,
} from '#server/webhooks/deliver.ts';
import { switchOffFailing } from '#server/webhooks/switchOff.ts';
import {
  call,
  codeOf,
  made,
  pending,
  put,
  received,
  receiving,
  refused,
  server,
  setUpFixture,
  startNode,
  stateOf,
  states,
  stopNodes,
  until,
} from './webhooksFixture.ts';

setUpFixture();

describe('webhook address', () => {
  it('is tested, switched off and on, resent to, and continues where it stopped', async () => {
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

  it('says that it is off, and why, when its removal was interrupted', async () => {
    const { id } = await made();
    const { db } = server.deps;
    await db.insert(webhookDeliveries).values(pending(id, 'espera'));
    await db.execute(sql`create function interrupted() returns trigger language plpgsql as
      $$ begin raise exception 'the process ends here'; end $$`);
    await db.execute(sql`create trigger interrupted before delete on webhook_deliveries
      for each statement execute function interrupted()`);
    expect((await call('DELETE', `/config/webhooks/${id}`)).status).toBe(500);
    await db.execute(sql`drop function interrupted cascade`);
    expect((await call('GET', `/config/webhooks/${id}`)).body).toMatchObject({
      ativo: false,
      motivo: expect.stringContaining('exclua de novo'),
      versao: 2,
    });
    const actions = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'webhooks'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual(['CRIAR', 'DESATIVAR']);
    expect((await call('DELETE', `/config/webhooks/${id}`)).status).toBe(200);
  });

  it('is switched off after days of failure, and the administrators are notified once', async () => {
    const { id } = await made({ nome: 'ERP <velho' });
    const { db } = server.deps;
    await db.execute(sql`update webhooks set failing_since = now() - interval '4 days'`);
    await switchOffFailing(server.deps);
    expect((await call('GET', `/config/webhooks/${id}`)).body.ativo).toBe(true);
    await db.execute(sql`update webhooks set failing_since = now() - interval '6 days'`);
    // Only a test was attempted recently, so nothing is known about the address.
    await db.insert(webhookDeliveries).values(pending(id, 'teste', { test: true, lastAnswer: 'caiu' }));
    await switchOffFailing(server.deps);
    expect((await call('GET', `/config/webhooks/${id}`)).body.ativo).toBe(true);
    await db.insert(webhookDeliveries).values(pending(id, 'caiu', { attempts: 3, lastStatus: 500 }));
    await Promise.all([switchOffFailing(server.deps), switchOffFailing(server.deps)]);
    expect((await call('GET', `/config/webhooks/${id}`)).body).toMatchObject({
      ativo: false,
      motivo: 'Falhou sem parar por 5 dias.',
    });
    const reported = await db.select().from(notices).where(eq(notices.audience, 'ADMIN'));
    expect(reported).toHaveLength(1);
    expect(reported[0]?.html).toContain('ERP &lt;velho');
    expect(await db.$count(outboxEmails)).toBe(1);
  });

  it('gets new changes although a thousand others wait for another attempt', async () => {
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

  it('loses a message that it rejects after some attempts, not after three days', async () => {
    const { id } = await made();
    const { db } = server.deps;
    await db.insert(webhookDeliveries).values(pending(id, 'recusada'));
    const tried = async (status: number) => {
      await db.execute(
        sql`update webhook_deliveries set state = 'PENDENTE', attempts = 7, next_attempt_at = now(),
          started_at = now() - interval '2 hours'`,
      );
      const [claimed] = await claim(db, id, 1);
      if (!claimed) throw new Error('nothing was claimed');
      await recordOutcome(db, claimed, { ...refused, status });
      await db.update(webhooks).set({ restingUntil: null });
      return states();
    };
    expect(await tried(422)).toEqual(['DESISTIU']);
    for (const passing of [408, 409, 425, 429, 500, 302]) expect(await tried(passing)).toEqual(['PENDENTE']);
  });

  it('that was off for days has all its attempts left when it is on again', async () => {
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
    for (const each of claimed) await recordOutcome(db, each, { ok: false, status: 500, answer: '' });
    expect(await states()).toEqual(['PENDENTE', 'PENDENTE']);
    // For a webhook that was never switched off, the days count from its first attempt, not from its creation.
    await db.delete(webhookDeliveries);
    await db
      .insert(webhookDeliveries)
      .values(pending(id, 'tarde', { startedAt: sql`now() - interval '4 days'` }));
    const [late] = await claim(db, id, 4);
    expect(late?.elapsed).toBe(0);
  });

  it('that was fixed gets previously rejected messages again, with new attempts', async () => {
    const { id } = await made();
    const { db } = server.deps;
    const old = { attempts: 12, startedAt: sql`now() - interval '2 days'` };
    const [row] = await db
      .insert(webhookDeliveries)
      .values(pending(id, 'teimosa', old))
      .returning();
    const refuseNext = async () => {
      const [claimed] = await claim(db, id, 1);
      if (!claimed) throw new Error('nothing was claimed');
      await recordOutcome(db, claimed, refused);
      await db.update(webhooks).set({ restingUntil: null });
      return states();
    };
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 1, ativo: false });
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 2, ativo: true });
    expect(await refuseNext()).toEqual(['PENDENTE']);
    await db.update(webhookDeliveries).set({ ...old, state: 'DESISTIU' });
    expect((await call('POST', `/config/entregas/${row?.id}/reenviar`, {})).status).toBe(200);
    expect(await refuseNext()).toEqual(['PENDENTE']);
  });

  it('rejects a message eight times before it is given up, for any waits', () => {
    for (const random of [0, 0.5, 1]) {
      let attempts = 1;
      let elapsed = 0;
      for (; !isRefused(422, { attempts, elapsed }); attempts += 1) elapsed += nextWait(elapsed, random) ?? 0;
      expect(attempts).toBe(8);
    }
  });

  it('is not judged by test messages', async () => {
    const { id } = await made();
    const { db } = server.deps;
    const test = async (outcome: { ok: boolean; status: number; answer: string }) => {
      await call('POST', `/config/webhooks/${id}/testar`, {});
      const [claimed] = await claim(db, id, 1);
      if (!claimed) throw new Error('nothing was claimed');
      await recordOutcome(db, claimed, outcome);
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

  it('that missed changes is reported to its administrators', async () => {
    const { id } = await made({ nome: 'Atrasado' });
    const { db } = server.deps;
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 1, ativo: false });
    await put(['M1', 'M2', 'M3']);
    await numberChanges(db);
    await db.execute(sql`delete from feed_entries where position < (select last from feed_state)`);
    await call('POST', `/config/webhooks/${id}/ligar`, { versao: 2, ativo: true });
    startNode();
    await until(() => received.length === 1);
    const reported = await db
      .select()
      .from(notices)
      .where(eq(notices.title, 'Webhook perdeu mudanças: Atrasado'));
    expect(reported.map(({ html }) => html)).toEqual([expect.stringContaining('2 mudanças se perderam')]);
  });

  it('says when a message that is sent again will leave', async () => {
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

  it('gets at most four calls at once per process, and open ones are aborted at shutdown', async () => {
    const { id } = await made();
    const { db } = server.deps;
    let open = 0;
    let most = 0;
    let hang = false;
    receiving.answer = async () => {
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
    await stopNodes();
    expect(Date.now() - at).toBeLessThan(4_000);
    const [left] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, 'PENDENTE'));
    expect(left?.nextAttemptAt.getTime()).toBeLessThan(Date.now() + 1_000);
  }, 30_000);

  it('is tried more and more rarely for three days, and rests after consecutive failures', () => {
    let elapsed = 0;
    let attempts = 1;
    for (let wait = nextWait(elapsed, 0.5); wait !== null; wait = nextWait(elapsed, 0.5)) {
      elapsed += wait;
      attempts += 1;
    }
    expect(elapsed).toBeLessThanOrEqual(GIVE_UP_SECONDS);
    expect(elapsed).toBeGreaterThan(GIVE_UP_SECONDS - 13 * 60 * 60);
    expect(attempts).toBeGreaterThan(12);
    expect(attempts).toBeLessThan(25);
    expect(nextWait(0, 0)).toBe(4);
    expect(nextWait(0, 1)).toBeCloseTo(6);
    expect(restAfter(9, 0.5)).toBe(0);
    expect(restAfter(10, 0.5)).toBe(5);
    expect(restAfter(99, 0.5)).toBe(600);
  });
});
