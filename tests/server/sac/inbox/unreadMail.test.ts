import { describe, expect, it } from '@jest/globals';
import { files } from '#server/db/tables/index.ts';
import { receiveMail } from '#server/sac/inbox/commands.ts';
import { setAside } from '#server/sac/inbox/setAside.ts';
import { db, deps, eml, fixture, MINUTE, messages, openInbox, row, ticket } from './inboxFixture.ts';

openInbox();

/** No e-mail is read within it. */
const NO_TIME = { step: 0, whole: 0 };

describe('an e-mail is stored before it is read', () => {
  it('stays set aside and is told when reading it took too long, and is never read again by itself', async () => {
    const raw = eml({ headers: { Subject: 'Pedido parado' } });
    const before = await messages();
    const first = await receiveMail(deps(), raw, { limits: NO_TIME });
    expect(first).toMatchObject({ state: 'ESPERA', reason: 'ILEGIVEL', repeated: false });
    expect(await row(first.id)).toMatchObject({ detail: expect.stringContaining('demorou demais') });
    // From the mailbox, again and again.
    for (let turn = 0; turn < 3; turn++) {
      fixture.server.advance(5 * MINUTE);
      expect(await receiveMail(deps(), raw)).toMatchObject({
        id: first.id,
        repeated: true,
        reason: 'ILEGIVEL',
      });
    }
    expect(await messages()).toHaveLength(before.length);
  });

  it('is read by the decision of a person, from its original', async () => {
    const { id } = await receiveMail(deps(), eml({ body: 'Segue o comprovante.' }), { limits: NO_TIME });
    const token = await fixture.server.sessionOf(fixture.people.ADMIN);
    const answer = await fixture.server.call('POST', `/config/emails-recebidos/${id}/vincular`, {
      token,
      body: { idTicket: ticket, versao: 1 },
    });
    expect([answer.status, answer.body.message ?? answer.body.data?.message]).toEqual([
      200,
      expect.stringContaining(String(ticket)),
    ]);
    expect((await messages())[0]?.html).toContain('Segue o comprovante.');
  });

  it('is read once more after the process that read it was killed, and after the second time no more', async () => {
    const lucky = eml({ body: 'Leia-me.' });
    await setAside(deps(), lucky);
    fixture.server.advance(3 * MINUTE);
    expect(await receiveMail(deps(), lucky)).toMatchObject({ state: 'NO_TICKET', ticketId: ticket });

    const deadly = eml({ body: 'Mata quem lê.' });
    for (let turn = 0; turn < 2; turn++) {
      expect(await setAside(deps(), deadly)).toHaveProperty('file');
      fixture.server.advance(3 * MINUTE);
    }
    const last = await receiveMail(deps(), deadly);
    expect(last).toMatchObject({ state: 'ESPERA', reason: 'ILEGIVEL', repeated: true });
    expect((await row(last.id))?.detail).toContain('parou enquanto lia');
  });

  it('lets the console answer /healthz while hostile content is read', async () => {
    const order: string[] = [];
    const body = '\n'.repeat(6_000_000);
    const reading = receiveMail(deps(), eml({ body })).then(() => order.push('lido'));
    const health = await fixture.server.call('GET', '/healthz');
    order.push('saúde');
    await reading;
    expect(health.status).toBe(200);
    expect(order).toEqual(['saúde', 'lido']);
  });

  it('leaves no second original behind when it arrives twice', async () => {
    const raw = eml();
    await receiveMail(deps(), raw);
    const stored = await db().$count(files);
    const answers = await Promise.all([receiveMail(deps(), raw), receiveMail(deps(), raw)]);
    expect(answers.every(({ repeated }) => repeated)).toBe(true);
    expect(await db().$count(files)).toBe(stored);
  });
});
