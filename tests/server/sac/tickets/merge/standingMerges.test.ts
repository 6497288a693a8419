import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, eq, like } from 'drizzle-orm';
import {
  drafts,
  pickups,
  pickupTickets,
  returnInvoices,
  ticketInvoices,
  ticketSnoozes,
  tickets,
} from '#server/db/tables/index.ts';
import { addAttachment } from '../ticketFixture.ts';
import { type MergeFixture, mergeFixture } from './mergeFixture.ts';

let fixture: MergeFixture;
beforeAll(async () => {
  fixture = await mergeFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const merge = (leading: number, ...ids: number[]) =>
  fixture.move(leading, 'juntar', { tickets: ids.map((id) => ({ id })) });
const undo = (leading: number, ...ids: number[]) =>
  fixture.move(leading, 'desfazer-juncao', { tickets: ids });
const three = async () => {
  const rows = [await fixture.withGoods('1'), await fixture.withGoods('1'), await fixture.withGoods('1')];
  return rows.map(({ id }) => id) as [number, number, number];
};

describe('tickets of two representatives', () => {
  const both = async () => {
    const own = await fixture.addTicket({ representativeId: fixture.representativeId });
    const other = await fixture.addTicket({ representativeId: fixture.otherRepresentative });
    return [own, other] as const;
  };

  it('are not merged, whichever leads', async () => {
    const [own, other] = await both();
    const answers = [await merge(own, other), await merge(other, own)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'OUTRO_REPRESENTANTE'],
      [422, 'OUTRO_REPRESENTANTE'],
    ]);
  });

  it('show each of them their own alone, even if both were one ticket once', async () => {
    const [own, lead] = await both();
    const file = await addAttachment(fixture, { ticketId: lead, name: 'alheia.pdf' });
    await db().update(tickets).set({ mergedIntoId: lead, archived: true }).where(eq(tickets.id, own));
    expect((await fixture.get(`tickets/${own}`, 'REPRESENTANTE')).status).toBe(200);
    expect((await fixture.get(`tickets/${own}/anexos/${file}`, 'REPRESENTANTE')).status).toBe(404);
  });
});

describe('undoing one of several merges', () => {
  const invoicesOf = async (ticketId: number) =>
    (await db().select().from(ticketInvoices).where(eq(ticketInvoices.ticketId, ticketId))).map(
      ({ invoiceId }) => invoiceId,
    );

  it('leaves the invoices that another merged ticket is about as well', async () => {
    const [a, b, lead] = await three();
    const { rows } = await db().execute<{ id: number }>('select id from invoices order by id desc limit 1');
    const invoiceId = rows[0]?.id ?? 0;
    await db()
      .insert(ticketInvoices)
      .values([a, b].map((ticketId) => ({ ticketId, invoiceId })));
    await merge(lead, a);
    await merge(lead, b);
    expect((await undo(lead, a)).status).toBe(200);
    expect([await invoicesOf(lead), await invoicesOf(a)]).toEqual([[invoiceId], [invoiceId]]);
    expect((await undo(lead, b)).status).toBe(200);
    expect([await invoicesOf(lead), await invoicesOf(b)]).toEqual([[], [invoiceId]]);
  });

  it('is asked for the later one first if that brought the return invoice', async () => {
    const [a, b, lead] = await three();
    await db()
      .insert(returnInvoices)
      .values({
        ticketId: b,
        key: String(b).padStart(44, '0'),
        total: '1',
        mirrorTotal: '1',
        createdBy: fixture.people.OPERADOR,
      });
    await merge(lead, a);
    await merge(lead, b);
    const refused = await undo(lead, a);
    expect([refused.body.code, refused.body.error]).toEqual([
      'JUNCAO_POSTERIOR',
      `Depois do ticket ${a}, o ${b} trouxe ao ${lead} a sua nota de devolução ou coleta. Desfaça antes a junção com o ${b}.`,
    ]);
    expect((await undo(lead, b)).status).toBe(200);
    expect((await undo(lead, a)).status).toBe(200);
  });

  async function inPickup(...ids: number[]): Promise<void> {
    const [pickup] = await db()
      .insert(pickups)
      .values({ type: 'TRANSPORTADORA', createdBy: fixture.people.OPERADOR })
      .returning();
    await db()
      .insert(pickupTickets)
      .values(ids.map((ticketId) => ({ pickupId: pickup?.id ?? 0, ticketId })));
  }
  const pickedUp = async (...ids: number[]) => {
    const active = await db()
      .select({ id: pickupTickets.ticketId })
      .from(pickupTickets)
      .where(eq(pickupTickets.active, true));
    return ids.map((ticketId) => active.some(({ id }) => id === ticketId));
  };

  it('is asked for the later one first if that brought the pickup, or shares it', async () => {
    const [a, b, lead] = await three();
    await inPickup(b);
    await merge(lead, a);
    await merge(lead, b);
    expect((await undo(lead, a)).body.code).toBe('JUNCAO_POSTERIOR');
    expect((await undo(lead, a, b)).status).toBe(200);
    expect(await pickedUp(a, b, lead)).toEqual([false, true, false]);

    const [c, d, other] = await three();
    await inPickup(c, d);
    await merge(other, c);
    await merge(other, d);
    expect((await undo(other, c)).body.code).toBe('JUNCAO_POSTERIOR');
    expect((await undo(other, d)).status).toBe(200);
    expect(await pickedUp(c, d, other)).toEqual([false, true, true]);
    expect((await undo(other, c)).status).toBe(200);
    expect(await pickedUp(c, d, other)).toEqual([true, true, false]);
  });

  it('says so if the pickup that stands there came with no merge', async () => {
    const [a, b, lead] = await three();
    await merge(lead, a);
    await merge(lead, b);
    await inPickup(lead);
    expect((await undo(lead, a)).body.code).toBe('COLETA_MUDOU');
  });
});

describe('a ticket that is put off', () => {
  const snoozeOf = async (ticketId: number) =>
    (await db().select().from(ticketSnoozes).where(eq(ticketSnoozes.ticketId, ticketId))).map(({ until }) =>
      until.toISOString(),
    );

  it('is put off again when its merge is undone, unless the moment has passed', async () => {
    const [a, b, lead] = await three();
    const minute = 60_000;
    const at = fixture.server.deps.now();
    const until = [a, b].map((_id, index) => new Date(at.getTime() + (index === 0 ? 2 : 20) * minute));
    await db()
      .insert(ticketSnoozes)
      .values(
        [a, b].map((ticketId, index) => ({
          ticketId,
          until: until[index] ?? at,
          personId: fixture.people.SUPERVISOR,
          at,
        })),
      );
    expect((await merge(lead, a, b)).status).toBe(200);
    expect([await snoozeOf(a), await snoozeOf(b)]).toEqual([[], []]);
    fixture.server.advance(3 * minute);
    expect((await undo(lead, a, b)).status).toBe(200);
    expect([await snoozeOf(a), await snoozeOf(b)]).toEqual([[], [until[1]?.toISOString()]]);
  });
});

describe('half-written replies', () => {
  const write = (personId: number, object: string, html: string) =>
    db().insert(drafts).values({ personId, object, content: { html } });
  const name = (ticketId: number) => `ticket-${ticketId}-resposta`;
  const of = async (ticketId: number) =>
    db()
      .select({ person: drafts.personId, object: drafts.object, content: drafts.content })
      .from(drafts)
      .where(like(drafts.object, `${name(ticketId)}%`))
      .orderBy(asc(drafts.personId), asc(drafts.object));

  it('come back when the merge is undone, unless they were sent, and leave those of the other ticket', async () => {
    const [a, lead] = await three();
    const { OPERADOR, SUPERVISOR, GERENTE } = fixture.people;
    await write(OPERADOR, name(a), 'só no outro');
    await write(SUPERVISOR, name(a), 'no outro também');
    await write(SUPERVISOR, `${name(a)}-guardado-1-1`, 'guardado no outro');
    await write(SUPERVISOR, name(lead), 'neste');
    await write(GERENTE, name(a), 'enviado depois');
    await merge(lead, a);
    expect([(await of(a)).length, (await of(lead)).length]).toEqual([0, 5]);
    await db()
      .delete(drafts)
      .where(and(eq(drafts.personId, GERENTE), eq(drafts.object, name(lead))));
    await write(GERENTE, name(lead), 'começado depois');
    expect((await undo(lead, a)).status).toBe(200);
    expect((await of(lead)).map(({ content }) => content)).toEqual(
      expect.arrayContaining([{ html: 'neste' }, { html: 'começado depois' }]),
    );
    expect(await of(lead)).toHaveLength(2);
    expect(await of(a)).toHaveLength(3);
    expect(await of(a)).toEqual(
      expect.arrayContaining([
        { person: OPERADOR, object: name(a), content: { html: 'só no outro' } },
        expect.objectContaining({ person: SUPERVISOR, object: name(a) }),
        expect.objectContaining({
          person: SUPERVISOR,
          object: expect.stringContaining(`${name(a)}-guardado-`),
        }),
      ]),
    );
  });
});
