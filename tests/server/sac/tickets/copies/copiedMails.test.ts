import { describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { unsubscribeToken } from '#server/adapters/mail/signedAddress.ts';
import { auditLog, customers, mailAddresses, tickets } from '#server/db/tables/index.ts';
import { sendToContact } from '#server/sac/tickets/mail/sendToContact.ts';
import { askSurvey } from '#server/sac/tickets/survey/askSurvey.ts';
import { personById } from '#server/session/currentUser.ts';
import { installationSecret } from '#server/session/secrets.ts';
import { db, fixture, MINUTE, openReplies, post } from '../reply/replyFixture.ts';
import { add, copyOf, emailsOf, mailsOf, open, receivers, remove, seen, told } from './copiesFixture.ts';

openReplies();

const CLARA = 'clara@exemplo.com.br';

/** As somebody who has just unsubscribed, for as long as it takes. */
async function unsubscribed(address: string, work: () => Promise<void>): Promise<void> {
  await db().insert(mailAddresses).values({ address, unsubscribedAt: new Date(), updatedAt: new Date() });
  try {
    await work();
  } finally {
    await db().delete(mailAddresses).where(eq(mailAddresses.address, address));
  }
}

async function supervisor() {
  const user = await personById(db(), fixture.people.SUPERVISOR);
  if (!user) throw new Error('no supervisor');
  const { now, settings } = fixture.server.deps;
  return { user, now, settings, ip: '', requestId: 'teste' };
}

describe('the e-mails of a ticket', () => {
  it('go to who is in copy as well, each with a way out of its own', async () => {
    const id = await open();
    await add(id, 'socio@exemplo.com.br');
    await post(id, { mensagem: '<p>A coleta é amanhã.</p>' });
    await told();
    expect(await receivers(id)).toEqual([CLARA, 'socio@exemplo.com.br']);
    for (const { to, text } of await mailsOf(id)) {
      expect(text).toContain('A coleta é amanhã.');
      const token = unsubscribeToken(await installationSecret(db()), to);
      expect(text).toContain(`/descadastro/${token}`);
      expect([to, text.includes('Você está em cópia')]).toEqual([to, to !== CLARA]);
    }
  });

  it('never tell anybody of private notes and of what is forwarded', async () => {
    const id = await open();
    await add(id, 'socio@exemplo.com.br');
    await post(id, { tipo: 'PRIVADO', mensagem: '<p>Cliente difícil</p>' });
    const forwarded = await post(id, {
      tipo: 'ENCAMINHAMENTO',
      mensagem: '<p>Vejam o laudo</p>',
      setor: fixture.sectorIds[0] ?? 0,
    });
    expect([forwarded.status, forwarded.body.error]).toEqual([200, undefined]);
    await told();
    expect(await receivers(id)).toEqual([]);
    await post(id, { mensagem: '<p>Resolvido.</p>' });
    await told();
    const texts = (await mailsOf(id)).map(({ text }) => text).join();
    expect(texts).toContain('Resolvido.');
    expect(texts).not.toMatch(/difícil|laudo/);
  });

  it('of a rule or macro to the contact go there too, and to nobody where the contact gets none', async () => {
    const id = await open();
    await add(id, 'socio@exemplo.com.br');
    const ctx = await supervisor();
    const send = () =>
      db().transaction((tx) =>
        sendToContact(tx, ctx, id, { subject: 'Novidade', text: 'Chegou.', because: 'Pela regra Teste' }),
      );
    await unsubscribed(CLARA, async () => expect(await send()).toBe('UNREACHED'));
    expect(await receivers(id)).toEqual([]);
    expect([await send(), await receivers(id)]).toEqual(['SENT', [CLARA, 'socio@exemplo.com.br']]);
  });

  it('stop for an address that left, also those that go to everybody', async () => {
    const id = await open();
    await add(id, 'sai@exemplo.com.br');
    const token = unsubscribeToken(await installationSecret(db()), 'sai@exemplo.com.br');
    expect((await fixture.server.call('POST', `/config/descadastro/${token}`)).status).toBe(200);
    expect((await seen(id)).copias[0]?.recebe).toBe(false);
    const other = await add(await open(), 'sai@exemplo.com.br');
    expect(other.body.data.message).toContain('pediu para não receber');
    const cancelled = await fixture.server.call('POST', `/sac/tickets/${id}/cancelar`, {
      token: fixture.tokens.ADMIN,
      body: { motivo: 'Duplicado' },
    });
    expect(cancelled.status).toBe(200);
    await told();
    expect(await receivers(id)).toEqual([CLARA]);
  });

  it("go once to a copied address that has become the customer's", async () => {
    const id = await open();
    await add(id, 'nova@exemplo.com.br');
    const rename = (email: string) =>
      db().update(customers).set({ email }).where(eq(customers.id, fixture.customerIds.consumer));
    await rename('Nova@exemplo.com.br');
    await post(id, {});
    await told();
    await rename(CLARA);
    const mails = await mailsOf(id);
    expect(mails.map(({ to }) => to)).toEqual(['Nova@exemplo.com.br']);
    expect(mails[0]?.text).not.toContain('Você está em cópia');
  });

  it('ask only the contact how it was', async () => {
    const id = await open();
    await add(id, 'socio@exemplo.com.br');
    await db()
      .update(tickets)
      .set({ status: 'FINALIZADO', finishedAt: new Date() })
      .where(eq(tickets.id, id));
    const ctx = await supervisor();
    const ask = () => db().transaction((tx) => askSurvey(tx, ctx, id));
    await unsubscribed(CLARA, async () => {
      await expect(ask()).rejects.toMatchObject({ code: 'SEM_PESQUISA' });
    });
    await ask();
    expect(await receivers(id)).toEqual([CLARA]);
  });
});

describe('a merge', () => {
  const call = (id: number, what: string, body: object) =>
    fixture.server.call('POST', `/sac/tickets/${id}/${what}`, { token: fixture.tokens.SUPERVISOR, body });
  const merge = async (into: number, ...ids: number[]) => {
    const { status, body } = await call(into, 'juntar', { tickets: ids.map((id) => ({ id })) });
    expect([status, body.error]).toEqual([200, undefined]);
  };
  const separate = async (from: number, ...ids: number[]) => {
    const { status, body } = await call(from, 'desfazer-juncao', { tickets: ids });
    expect([status, body.error]).toEqual([200, undefined]);
  };

  it('carries copies on, and takes them back', async () => {
    const [one, other] = [await open(), await open()];
    await add(one, 'a@exemplo.com.br');
    await add(other, 'a@exemplo.com.br');
    await add(other, 'b@exemplo.com.br');
    await merge(one, other);
    expect(await emailsOf(one)).toEqual(['a@exemplo.com.br', 'b@exemplo.com.br']);
    await separate(one, other);
    expect(await emailsOf(one)).toEqual(['a@exemplo.com.br']);
    expect(await emailsOf(other)).toEqual(['a@exemplo.com.br', 'b@exemplo.com.br']);
    const [last] = await db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(JSON.stringify(last)).not.toContain('b@exemplo');
  });

  it('leaves in copy who is so of another ticket that stays merged, until that one goes', async () => {
    const [one, first, second] = [await open(), await open(), await open()];
    await add(first, 'b@exemplo.com.br');
    await add(second, 'b@exemplo.com.br');
    await merge(one, first);
    await merge(one, second);
    await separate(one, first);
    expect(await emailsOf(one)).toEqual(['b@exemplo.com.br']);
    await separate(one, second);
    expect(await emailsOf(one)).toEqual([]);
  });

  it('is not the way back for somebody who was taken out of copy', async () => {
    const [one, other] = [await open(), await open()];
    await add(other, 'b@exemplo.com.br');
    await merge(one, other);
    expect((await remove(one, await copyOf(one, 'b@exemplo.com.br'))).status).toBe(200);
    await separate(one, other);
    expect([await emailsOf(one), await emailsOf(other)]).toEqual([[], []]);
  });
});

describe('a split', () => {
  it('has the copies in both tickets, and its undoing brings back what was added since', async () => {
    const id = await fixture.addTicket({
      typeId: fixture.types.get('ATENDIMENTO') ?? 0,
      status: 'EM_ATENDIMENTO',
      customerId: fixture.customerIds.consumer,
    });
    await add(id, 'a@exemplo.com.br');
    const said = (await post(id, {})).body.data.id as number;
    await post(id, {});
    const call = (of: number, what: string, body: object) =>
      fixture.server.call('POST', `/sac/tickets/${of}/${what}`, { token: fixture.tokens.SUPERVISOR, body });
    const divided = await call(id, 'dividir', { mensagens: [said] });
    expect([divided.status, divided.body.error]).toEqual([200, undefined]);
    const part = divided.body.data.novo as number;
    expect(await emailsOf(part)).toEqual(['a@exemplo.com.br']);
    fixture.server.advance(MINUTE);
    await add(part, 'c@exemplo.com.br');
    await remove(id, await copyOf(id, 'a@exemplo.com.br'));
    const undone = await call(part, 'desfazer-divisao', {});
    expect([undone.status, undone.body.error]).toEqual([200, undefined]);
    expect(await emailsOf(id)).toEqual(['c@exemplo.com.br']);
  });
});
