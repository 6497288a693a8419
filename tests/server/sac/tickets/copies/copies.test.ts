import { describe, expect, it } from '@jest/globals';
import { and, asc, eq } from 'drizzle-orm';
import { MOST_COPIES } from '#contract/rules/tickets/ticketCopies.ts';
import { auditLog, parameters, receivedEmails, ticketCopies, ticketEvents } from '#server/db/tables/index.ts';
import { db, fixture, openReplies, own, post, stateOf, ticket } from '../reply/replyFixture.ts';
import {
  add,
  copyOf,
  emailsOf,
  open,
  pathOf,
  receivers,
  remove,
  seen,
  told,
  without,
} from './copiesFixture.ts';

openReplies();

const written = (id: number, ...to: string[]) =>
  db()
    .insert(receivedEmails)
    .values({
      messageId: `<copia.${id}@exemplo>`,
      state: 'NO_TICKET',
      ticketId: id,
      fromAddress: 'clara@exemplo.com.br',
      subject: 'Caixa',
      toAddresses: to,
    });

describe('an address in copy of a ticket', () => {
  it('is added and removed by people of the company who see the ticket', async () => {
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)
      expect([who, (await add(own, 'x@exemplo.com.br', who)).status]).toEqual([who, 403]);
    expect((await add(own, 'x@exemplo.com.br', 'OTHER_OPERATOR')).status).toBe(404);
    expect(
      (await fixture.server.call('GET', pathOf(own), { token: fixture.tokens.OTHER_OPERATOR })).status,
    ).toBe(404);
    const before = await stateOf(own);
    const answers = [
      await add(own, ' Compras@Exemplo.com.br ', 'OPERADOR', 'copia-1'),
      await add(own, ' Compras@Exemplo.com.br ', 'OPERADOR', 'copia-1'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await emailsOf(own)).toEqual(['compras@exemplo.com.br']);
    const after = await stateOf(own);
    expect([after.version - before.version, after.updatedAt]).toEqual([1, before.updatedAt]);
    const [event] = await db()
      .select()
      .from(ticketEvents)
      .where(and(eq(ticketEvents.ticketId, own), eq(ticketEvents.type, 'COPIA')))
      .orderBy(asc(ticketEvents.id));
    expect(event).toMatchObject({
      internal: true,
      note: expect.stringMatching(/^\S+\*{3}@\S+ entrou em cópia\.$/),
    });
    const audits = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'INCLUIR_COPIA'))
      .orderBy(asc(auditLog.id));
    expect(audits).toHaveLength(1);
    expect(JSON.stringify([event, audits])).not.toContain('compras@exemplo');
    const copy = await copyOf(own, 'compras@exemplo.com.br');
    expect((await remove(own, copy, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await remove(own, copy, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await remove(ticket, copy)).status).toBe(404);
    expect((await remove(own, copy)).status).toBe(200);
    expect((await remove(own, copy)).status).toBe(404);
    expect(await emailsOf(own)).toEqual([]);
  });

  it('is not added by somebody who may not write to the customer, and may be removed by them', async () => {
    const id = await open();
    await add(id, 'fica@exemplo.com.br');
    await without('TICKETS_RESPONDER', async () => {
      expect((await add(id, 'x@exemplo.com.br')).status).toBe(403);
      expect((await remove(id, await copyOf(id, 'fica@exemplo.com.br'))).status).toBe(200);
    });
    expect(await emailsOf(id)).toEqual([]);
  });

  it('is seen by the consumer on their own ticket alone, without who added it', async () => {
    await add(own, 'filha@exemplo.com.br');
    const [copy] = (await seen(own, 'CONSUMIDOR_FINAL')).copias;
    expect(copy).toMatchObject({
      email: 'filha@exemplo.com.br',
      incluidoPor: null,
      recebe: true,
      chega: true,
    });
    const foreign = await fixture.server.call('GET', pathOf(ticket), {
      token: fixture.tokens.CONSUMIDOR_FINAL,
    });
    expect(foreign.status).toBe(404);
    await remove(own, copy?.id ?? 0);
  });

  it('is refused where it is none, is known already, or is one too many', async () => {
    const id = await open();
    for (const wrong of ['compras', 'a@b', 'a@exemplo.com.br, b@exemplo.com.br', 'c***@exemplo.com.br'])
      expect([wrong, (await add(id, wrong)).body.errors]).toEqual([wrong, { email: expect.any(String) }]);
    expect((await add(id, 'CLARA@exemplo.com.br')).body.errors.email).toMatch(/já recebe/);
    await add(id, 'um@exemplo.com.br');
    expect((await add(id, 'UM@exemplo.com.br')).body.code).toBe('SEM_MUDANCA');
    const more = Array.from({ length: MOST_COPIES }, (_, at) => add(id, `copia${at}@exemplo.com.br`));
    const codes = (await Promise.all(more)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'COPIAS_DEMAIS')).toHaveLength(1);
    expect(await db().$count(ticketCopies, eq(ticketCopies.ticketId, id))).toBe(MOST_COPIES);
  });

  it("is never one of the company's own, of whichever branch", async () => {
    const id = await open();
    await db()
      .insert(parameters)
      .values({
        area: 'SAC',
        key: 'emailRemetente',
        value: 'norte@empresa.com.br',
        branchId: fixture.branchIds[1] ?? 0,
      });
    for (const ours of ['Norte@empresa.com.br', 'x+t12.0123456789abcdef01234567@empresa.com.br'])
      expect([ours, (await add(id, ours)).body.errors?.email]).toEqual([
        ours,
        'Este endereço é da própria empresa.',
      ]);
    await written(id, 'norte@empresa.com.br');
    expect((await seen(id)).propostas).toEqual([]);
  });

  it('stays off a ticket that is only read, and can be taken off it', async () => {
    const id = await open();
    await add(id, 'antes@exemplo.com.br');
    await written(id, 'contador@exemplo.com.br');
    expect(
      (
        await fixture.server.call('POST', `/sac/tickets/${id}/cancelar`, {
          token: fixture.tokens.ADMIN,
          body: { motivo: 'Duplicado' },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await fixture.server.call('POST', `/sac/tickets/${id}/arquivar`, {
          token: fixture.tokens.ADMIN,
          body: {},
        })
      ).status,
    ).toBe(200);
    expect((await add(id, 'depois@exemplo.com.br')).body.code).toBe('ARQUIVADO');
    expect((await seen(id)).propostas).toEqual([]);
    expect((await remove(id, await copyOf(id, 'antes@exemplo.com.br'))).status).toBe(200);
  });
});

describe('somebody who sees masks', () => {
  it('sees addresses masked, types none, and adds a proposed one by its mask', async () => {
    const id = await open();
    await add(id, 'um@exemplo.com.br');
    await written(id, 'contador@exemplo.com.br', 'diretora@exemplo.com.br');
    await without('DADOS_PESSOAIS', async () => {
      const { copias, propostas } = await seen(id);
      expect(JSON.stringify([copias, propostas])).not.toMatch(/um@|contador|diretora/);
      // Known, proposed and new addresses get the same answer, so that none can be guessed.
      const guesses = [
        'um@exemplo.com.br',
        'contador@exemplo.com.br',
        'clara@exemplo.com.br',
        'eu@gmail.com',
      ];
      for (const guess of guesses)
        expect([guess, (await add(id, guess)).body.errors]).toEqual([
          guess,
          { email: expect.stringContaining('só inclui os que são propostos') },
        ]);
      expect((await add(id, 'z***@exemplo.com.br')).body.errors).toHaveProperty('email');
      expect((await add(id, propostas[0]?.email ?? '')).status).toBe(200);
      expect((await remove(id, copias[0]?.id ?? 0)).status).toBe(200);
    });
    expect(await emailsOf(id)).toEqual(['contador@exemplo.com.br']);
  });
});

describe('who else an e-mail was written to', () => {
  it('is only proposed, and put in copy by a person', async () => {
    const id = await open();
    await written(
      id,
      'Contador@Exemplo.com.br',
      'clara@exemplo.com.br',
      'atendimento+t12.0123456789abcdef01234567@empresa.com.br',
      'olga@exemplo.com.br',
      'nada',
    );
    expect((await seen(id)).propostas).toEqual([{ email: 'contador@exemplo.com.br' }]);
    expect((await seen(id, 'CONSUMIDOR_FINAL')).propostas).toEqual([]);
    await post(id, {});
    await told();
    expect(await receivers(id)).toEqual(['clara@exemplo.com.br']);
    await add(id, 'contador@exemplo.com.br');
    expect((await seen(id)).propostas).toEqual([]);
    expect(await emailsOf(id)).toEqual(['contador@exemplo.com.br']);
  });
});
