import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { pickups, pickupTickets, ticketItems, ticketMessages, tickets } from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { ticketsWithOtherFigures } from '../figuresOnTickets.ts';
import { type MergeFixture, mergeFixture } from '../merge/mergeFixture.ts';

jest.setTimeout(240_000);
let fixture: MergeFixture;
beforeAll(async () => {
  fixture = await mergeFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;

/** What several people do at the same moment, to tickets and lines by their place. */
const act = fc.record({
  kind: fc.constantFrom('split', 'split', 'undoSplit', 'merge', 'undoMerge', 'reply', 'cancel'),
  ticket: fc.nat({ max: 5 }),
  other: fc.nat({ max: 5 }),
  line: fc.nat({ max: 3 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

interface World {
  ids: number[];
  /** What each line of an invoice was asked for, by its id. */
  wanted: Map<number, number>;
  replies: number;
}

async function world(): Promise<World> {
  const made = [await fixture.withGoods('4', '3', '2.5'), await fixture.withGoods('1', '6')];
  const wanted = new Map<number, number>();
  for (const [index, quantities] of [
    [4, 3, 2.5],
    [1, 6],
  ].entries())
    for (const [at, quantity] of quantities.entries())
      wanted.set(made[index]?.invoiceLines[at] ?? 0, quantity);
  return { ids: made.map(({ id }) => id), wanted, replies: 2 };
}

async function perform({ ids }: World, { kind, ticket, other, line }: Act): Promise<TestAnswer> {
  const id = ids[ticket % ids.length] ?? 0;
  const second = ids[other % ids.length] ?? 0;
  if (kind === 'merge') return fixture.move(id, 'juntar', { tickets: [{ id: second }] });
  if (kind === 'undoMerge') return fixture.move(id, 'desfazer-juncao', { tickets: [second] });
  if (kind === 'undoSplit') return fixture.move(id, 'desfazer-divisao');
  if (kind === 'cancel') return fixture.move(id, 'cancelar', { motivo: 'Desistiu' });
  if (kind === 'reply')
    return fixture.move(id, 'historico', { tipo: 'PRIVADO', mensagem: '<p>Nota</p>' }, { as: 'OPERADOR' });
  const own = await db()
    .select({ id: ticketItems.id })
    .from(ticketItems)
    .where(eq(ticketItems.ticketId, id))
    .orderBy(asc(ticketItems.line));
  const chosen = own[line % Math.max(own.length, 1)];
  const said = await db()
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, id))
    .orderBy(asc(ticketMessages.id))
    .limit(line);
  return fixture.move(id, 'dividir', {
    produtos: chosen ? [chosen.id] : [],
    mensagens: said.map((message) => message.id),
  });
}

/** Every line once, holding all that was asked for unless its ticket was cancelled; every message once; nothing on a closed number. */
async function requireWhole({ ids, wanted, replies }: World): Promise<void> {
  const heads = await db().select().from(tickets).where(inArray(tickets.id, ids));
  const lines = await db()
    .select()
    .from(ticketItems)
    .where(inArray(ticketItems.invoiceItemId, [...wanted.keys()]));
  const headOf = new Map(heads.map((head) => [head.id, head]));
  expect(lines.map(({ invoiceItemId }) => invoiceItemId).sort()).toEqual([...wanted.keys()].sort());
  for (const { ticketId, invoiceItemId, held } of lines) {
    const head = headOf.get(ticketId);
    expect(head?.mergedIntoId ?? null).toBeNull();
    expect(Number(held)).toBe(head?.status === 'CANCELADO' ? 0 : wanted.get(invoiceItemId ?? 0));
  }
  const said = await db()
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, ids))
    .orderBy(asc(ticketMessages.id));
  expect(said).toHaveLength(replies);
  for (const { ticketId } of said) expect(headOf.get(ticketId)?.mergedIntoId ?? null).toBeNull();
}

const seen = { split: 0, undoSplit: 0, together: 0 };

describe('writers at once', () => {
  it('who divide, merge, take back, reply and cancel lose nothing and hold every quantity once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 2, maxLength: 4 }), { minLength: 6, maxLength: 8 }),
        async (rounds) => {
          const all = await world();
          for (const round of rounds) {
            const answers = await Promise.all(round.map((each) => perform(all, each)));
            for (const [index, { status, body }] of answers.entries()) {
              const kind = round[index]?.kind;
              expect([kind, status < 500]).toEqual([kind, true]);
              if (status !== 200) continue;
              if (kind === 'reply') all.replies += 1;
              if (kind === 'split') {
                all.ids.push(body.data.novo);
                seen.split += 1;
              }
              if (kind === 'undoSplit') seen.undoSplit += 1;
            }
            if (answers.filter(({ status }) => status === 200).length > 1) seen.together += 1;
            await requireWhole(all);
          }
        },
      ),
      { numRuns: 8 },
    );
    expect(seen.split).toBeGreaterThan(10);
    expect(seen.together).toBeGreaterThan(5);
    expect(await ticketsWithOtherFigures(db())).toEqual([]);
  });

  it('who divide the same line twice make one ticket of it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await fixture.withGoods('4', '3', '1');
      const [line] = await db().select().from(ticketItems).where(eq(ticketItems.ticketId, id));
      const answers = await Promise.all(
        (['SUPERVISOR', 'OPERADOR'] as const).map((as) =>
          fixture.move(id, 'dividir', { produtos: [line?.id] }, { as }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect((await fixture.holds(id)).map(({ held }) => held)).toHaveLength(2);
    }
  });

  it('who merge a ticket, confirm its pickup and take its leading ticket out of it do not wait for each other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lead = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'COLETA']);
      const other = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'COLETA']);
      const [pickup] = await db()
        .insert(pickups)
        .values({ type: 'TRANSPORTADORA', createdBy: fixture.people.OPERADOR })
        .returning();
      const id = pickup?.id ?? 0;
      await db().insert(pickupTickets).values({ pickupId: id, ticketId: other });
      const pending: Promise<TestAnswer>[] = [];
      const soon = () => new Promise((done) => setTimeout(done, 40));
      // Holds the merged ticket until all three have begun, in this order.
      await db().transaction(async (tx) => {
        await tx.select().from(tickets).where(eq(tickets.id, other)).for('update');
        pending.push(fixture.move(lead, 'juntar', { tickets: [{ id: other }] }));
        await soon();
        pending.push(
          fixture.server.call('POST', '/sac/coletas/confirmar', {
            token: fixture.tokens.SUPERVISOR,
            body: { coletas: [id] },
          }),
        );
        await soon();
        pending.push(fixture.move(lead, 'retroceder-etapa', { motivo: 'Falta nota' }));
        await soon();
      });
      const [merged, confirmed, back] = await Promise.all(pending);
      expect([merged?.status, back?.status, confirmed?.status]).toEqual([200, 200, 200]);
      const [held] = await db().select().from(pickupTickets).where(eq(pickupTickets.pickupId, id));
      expect(held).toMatchObject({ ticketId: lead, active: false });
    }
  });
});
