import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { asc, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { ticketItems, ticketMessages, tickets } from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { ticketsWithOtherFigures } from '../figuresOnTickets.ts';
import { type MergeFixture, mergeFixture } from './mergeFixture.ts';
import { after, type Command, type Model, QUANTITIES, start } from './mergeModel.ts';

jest.setTimeout(240_000);
let fixture: MergeFixture;
beforeAll(async () => {
  fixture = await mergeFixture();
});
afterAll(() => fixture?.server.close());

interface Real {
  ids: number[];
  /** The stored line of each of the model's. */
  lines: number[];
}

async function setUp(): Promise<Real> {
  const real: Real = { ids: [], lines: [] };
  for (const quantities of QUANTITIES) {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO']);
    real.ids.push(id);
    const bought = await fixture.bought(...quantities.map(String), '1');
    for (const [index, each] of quantities.entries())
      real.lines.push(
        await fixture.addLine(id, bought[index] ?? 0, { requested: String(each), held: String(each) }),
      );
  }
  return real;
}

/** The stored tickets in the model's words. */
async function read({ ids, lines }: Real) {
  const { db } = fixture.server.deps;
  const heads = await db.select().from(tickets).where(inArray(tickets.id, ids)).orderBy(asc(tickets.id));
  const items = await db
    .select()
    .from(ticketItems)
    .where(inArray(ticketItems.ticketId, ids))
    .orderBy(asc(ticketItems.line));
  const said = await db
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, ids))
    .orderBy(ticketMessages.id);
  return heads.map((head) => ({
    detour: head.stepKey === 'COMPLEMENTO_CLIENTE',
    closed: head.status === 'CANCELADO',
    archived: head.archived,
    into: head.mergedIntoId === null ? null : ids.indexOf(head.mergedIntoId),
    lines: items
      .filter(({ ticketId }) => ticketId === head.id)
      .map(({ id, line, held }) => ({ key: lines.indexOf(id), line, held: Number(held) })),
    messages: said
      .filter(({ ticketId }) => ticketId === head.id)
      .map(({ html }) => Number(/\d+/.exec(html)?.[0]))
      .sort((one, other) => one - other),
  }));
}

const expected = (model: Model) =>
  model.tickets.map(({ detour, cancelled, into, lines, messages }) => ({
    detour,
    closed: cancelled || into !== null,
    archived: into !== null,
    into,
    lines: [...lines].sort((one, other) => one.line - other.line),
    messages: [...messages].sort((one, other) => one - other),
  }));

let sent = 0;

function send(real: Real, model: Model, command: Command): Promise<TestAnswer> {
  const id = (index: number) => real.ids[index] ?? 0;
  const key = `junta-${sent++}`;
  if (command.kind === 'merge')
    return fixture.move(
      id(command.lead),
      'juntar',
      { tickets: command.others.map((each) => ({ id: id(each) })) },
      { key },
    );
  if (command.kind === 'undo')
    return fixture.move(id(command.lead), 'desfazer-juncao', { tickets: command.others.map(id) }, { key });
  const ticket = id(command.ticket);
  if (command.kind === 'cancel') return fixture.move(ticket, 'cancelar', { motivo: 'Desistiu' }, { key });
  if (command.kind === 'reply')
    return fixture.move(
      ticket,
      'historico',
      { tipo: 'PRIVADO', mensagem: `<p>Nota ${model.said}</p>` },
      { key },
    );
  const back = model.tickets[command.ticket]?.detour;
  return fixture.move(
    ticket,
    'avancar-etapa',
    back ? {} : { etapa: 'COMPLEMENTO_CLIENTE', motivo: 'Falta a foto' },
    { key },
  );
}

const seen = { merged: 0, undone: 0, refused: 0 };

class Step implements fc.AsyncCommand<{ now: Model }, Real> {
  readonly given: Command;
  constructor(given: Command) {
    this.given = given;
  }
  check() {
    return true;
  }
  async run(model: { now: Model }, real: Real): Promise<void> {
    const outcome = after(model.now, this.given);
    const answer = await send(real, model.now, this.given);
    expect([answer.status, answer.body.error]).toEqual([
      outcome ? 200 : 422,
      outcome ? undefined : expect.any(String),
    ]);
    if (outcome) model.now = outcome;
    if (this.given.kind === 'merge' && outcome) seen.merged += 1;
    if (this.given.kind === 'undo' && outcome) seen.undone += 1;
    if (!outcome) seen.refused += 1;
    expect(await read(real)).toEqual(expected(model.now));
  }
  toString() {
    return JSON.stringify(this.given);
  }
}

const ticket = fc.nat({ max: QUANTITIES.length - 1 });
const several = (kind: 'merge' | 'undo') =>
  fc
    .record({ lead: ticket, others: fc.array(ticket, { minLength: 1, maxLength: 2 }) })
    .map((given): Command => ({ kind, ...given }));
const single = fc
  .record({ kind: fc.constantFrom('reply', 'reply', 'reply', 'detour', 'cancel'), ticket })
  .map((given): Command => given as Command);
const command = fc.oneof(
  { weight: 4, arbitrary: several('merge') },
  { weight: 5, arbitrary: several('undo') },
  { weight: 4, arbitrary: single },
);

describe('merging and taking it back', () => {
  it('matches the reference model: every line, quantity and message is on one ticket, exactly', async () => {
    // What is drawn may contain no merge that can still be taken back.
    const fixed = (['merge', 'undo'] as const).map((kind) => new Step({ kind, lead: 0, others: [1] }));
    await fc.asyncModelRun(async () => ({ model: { now: start() }, real: await setUp() }), fixed);
    expect(seen).toEqual({ merged: 1, undone: 1, refused: 0 });
    await fc.assert(
      fc.asyncProperty(
        fc.commands([command.map((drawn) => new Step(drawn))], { maxCommands: 50, size: 'max' }),
        async (commands) => {
          await fc.asyncModelRun(async () => ({ model: { now: start() }, real: await setUp() }), commands);
        },
      ),
      { numRuns: 8 },
    );
    expect(seen.merged).toBeGreaterThan(5);
    expect(seen.refused).toBeGreaterThan(5);
    expect(await ticketsWithOtherFigures(fixture.server.deps.db)).toEqual([]);
  });
});
