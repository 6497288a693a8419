import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { asc, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { ticketItems, ticketMessages, tickets } from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { ticketsWithOtherFigures } from '../figuresOnTickets.ts';
import { type MergeFixture, mergeFixture } from './mergeFixture.ts';
import { after, among, type Command, chosenOf, type Model, QUANTITIES, start } from './mergeModel.ts';

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

/** The stored messages of the model's numbers. */
async function messagesOf({ ids }: Real, numbers: readonly number[]): Promise<number[]> {
  const said = await fixture.server.deps.db
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, ids))
    .orderBy(ticketMessages.id);
  return numbers.map((number) => said.find(({ html }) => html === `<p>Nota ${number}</p>`)?.id ?? 0);
}

async function send(real: Real, model: Model, command: Command): Promise<TestAnswer> {
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
  if (command.kind === 'split') {
    const { lines, messages } = chosenOf(model, command);
    const answer = await fixture.move(
      ticket,
      'dividir',
      {
        produtos: lines.map((line) => real.lines[line.key] ?? 0),
        mensagens: await messagesOf(real, messages),
      },
      { key },
    );
    if (answer.status === 200) real.ids.push(answer.body.data.novo);
    return answer;
  }
  if (command.kind === 'unsplit') return fixture.move(ticket, 'desfazer-divisao', {}, { key });
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

const seen = { merge: 0, undo: 0, split: 0, unsplit: 0, refused: 0 };

class Step implements fc.AsyncCommand<{ now: Model }, Real> {
  readonly given: Command;
  constructor(given: Command) {
    this.given = given;
  }
  check() {
    return true;
  }
  async run(model: { now: Model }, real: Real): Promise<void> {
    const given = among(model.now, this.given);
    const outcome = after(model.now, given);
    const answer = await send(real, model.now, given);
    expect([answer.status, answer.body.error]).toEqual([
      outcome ? 200 : 422,
      outcome ? undefined : expect.any(String),
    ]);
    if (outcome) model.now = outcome;
    if (!outcome) seen.refused += 1;
    else if (given.kind in seen) seen[given.kind as 'merge'] += 1;
    expect(await read(real)).toEqual(expected(model.now));
  }
  toString() {
    return JSON.stringify(this.given);
  }
}

const ticket = fc.nat({ max: 2 * QUANTITIES.length });
const places = (maxLength: number) => fc.array(fc.nat({ max: 5 }), { maxLength });
const several = (kind: 'merge' | 'undo') =>
  fc
    .record({ lead: ticket, others: fc.array(ticket, { minLength: 1, maxLength: 2 }) })
    .map((given): Command => ({ kind, ...given }));
const single = fc
  .record({ kind: fc.constantFrom('reply', 'reply', 'reply', 'reply', 'detour', 'cancel'), ticket })
  .map((given): Command => given as Command);
const split = fc
  .record({ ticket, lines: places(2), messages: places(3) })
  .map((given): Command => ({ kind: 'split', ...given }));
const unsplit = fc.record({ ticket }).map((given): Command => ({ kind: 'unsplit', ...given }));
const command = fc.oneof(
  { weight: 5, arbitrary: split },
  { weight: 4, arbitrary: unsplit },
  { weight: 6, arbitrary: several('merge') },
  { weight: 5, arbitrary: several('undo') },
  { weight: 4, arbitrary: single },
);

describe('merging, dividing and taking both back', () => {
  it('matches the reference model: every line, quantity and message is on one ticket, exactly', async () => {
    // What is drawn may contain no merge and no split that can still be taken back.
    const fixed = [
      ...(['merge', 'undo'] as const).map((kind) => new Step({ kind, lead: 0, others: [1] })),
      new Step({ kind: 'split', ticket: 2, lines: [0], messages: [] }),
      new Step({ kind: 'unsplit', ticket: QUANTITIES.length }),
    ];
    await fc.asyncModelRun(async () => ({ model: { now: start() }, real: await setUp() }), fixed);
    expect(seen).toEqual({ merge: 1, undo: 1, split: 1, unsplit: 1, refused: 0 });
    await fc.assert(
      fc.asyncProperty(
        fc.commands([command.map((drawn) => new Step(drawn))], { maxCommands: 50, size: 'max' }),
        async (commands) => {
          await fc.asyncModelRun(async () => ({ model: { now: start() }, real: await setUp() }), commands);
        },
      ),
      { numRuns: 8 },
    );
    expect(seen.merge).toBeGreaterThan(2);
    expect(seen.split).toBeGreaterThan(2);
    expect(seen.refused).toBeGreaterThan(5);
    expect(await ticketsWithOtherFigures(fixture.server.deps.db)).toEqual([]);
  });
});
