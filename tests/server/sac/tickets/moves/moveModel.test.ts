import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { ticketsWithOtherFigures } from '../figuresOnTickets.ts';
import { type MoveFixture, moveFixture } from './moveFixture.ts';
import {
  type Analysis,
  after,
  type Command,
  type Model,
  type ModelTicket,
  PURCHASED,
  sensible,
  takenOf,
} from './moveModel.ts';
import {
  bodyOf,
  expected,
  expectTraces,
  NAMES,
  type Real,
  readModel,
  setUp,
  start,
} from './moveModelReal.ts';

jest.setTimeout(240_000);
let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
});
afterAll(() => fixture?.server.close());
/** Steps that any ticket reached. */
const reached = new Set<string>();

interface Manner {
  /** Acts like a person who knows the step. */
  careful: boolean;
  /** Sends the previous version. */
  stale: boolean;
}

class Move implements fc.AsyncCommand<{ now: Model }, Real> {
  readonly given: Command;
  readonly manner: Manner;
  constructor(given: Command, manner: Manner) {
    this.given = given;
    this.manner = manner;
  }
  check() {
    return true;
  }
  async run(model: { now: Model }, real: Real): Promise<void> {
    const { careful, stale } = this.manner;
    const ticket = model.now.tickets[this.given.ticket] as ModelTicket;
    const command = careful ? sensible(ticket, this.given) : this.given;
    const outcome = stale ? null : after(model.now, command);
    const body = { ...bodyOf(model.now, real, command), versao: ticket.version - (stale ? 1 : 0) };
    const key = `${real.ids[0]}-${real.sent++}`;
    const send = (): Promise<TestAnswer> =>
      fixture.move(real.ids[command.ticket] ?? 0, NAMES[command.kind], body, { key });
    const answer = await send();
    expect([answer.status, answer.body.code, answer.body.error]).toEqual(
      outcome
        ? [200, undefined, undefined]
        : [stale && ticket.version > 1 ? 409 : 422, expect.any(String), expect.any(String)],
    );
    if (outcome) {
      expect((await send()).body).toEqual(answer.body); // a repeat changes nothing
      model.now = outcome;
      for (const { step } of outcome.tickets) reached.add(step);
    }
    expect(await readModel(real)).toEqual(expected(model.now));
    await expectTraces(real, model.now);
    for (const index of [0, 1]) expect(takenOf(model.now, index)).toBeLessThanOrEqual(PURCHASED);
  }
  toString() {
    return JSON.stringify({ ...this.given, ...this.manner });
  }
}

const ticket = fc.nat({ max: 2 });
const end = fc.constantFrom('PROCEDENTE', 'IMPROCEDENTE', 'PROCEDENTE', null);
const analysis: fc.Arbitrary<Analysis> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(0, 2, 4), fc.constantFrom(0, 2, 4)) },
  { weight: 1, arbitrary: fc.constant([0, 0]) },
);
const advance = fc
  .record({ ticket, pick: fc.nat({ max: 11 }), reason: fc.boolean(), end, analysis })
  .map((given): Command => ({ kind: 'advance', ...given }));
const others = fc
  .record({
    kind: fc.constantFrom(
      'goBack',
      'goBack',
      'cancel',
      'reopen',
      'reopen',
      'archive',
      'unarchive',
      'unarchive',
      'reclassify',
    ),
    ticket,
  })
  .map((given): Command => given);
const finish = fc.record({ ticket, end }).map((given): Command => ({ kind: 'finish', ...given }));
const command = fc.oneof(
  { weight: 10, arbitrary: advance },
  { weight: 1, arbitrary: finish },
  { weight: 5, arbitrary: others },
);
const once = (inSoMany: number) => fc.nat({ max: inSoMany - 1 }).map((drawn) => drawn === 0);
const manner = fc.record({ careful: once(6).map((not) => !not), stale: once(20) });

describe('ticket moves', () => {
  it('match the reference model in step and quantities, and are recorded once each', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands([fc.tuple(command, manner).map((drawn) => new Move(...drawn))], {
          maxCommands: 60,
          size: 'max',
        }),
        async (commands) => {
          const model = { now: start() };
          await fc.asyncModelRun(async () => ({ model, real: await setUp(fixture, model.now) }), commands);
        },
      ),
      { numRuns: 6 },
    );
    expect(reached.size).toBeGreaterThan(3);
    expect(await ticketsWithOtherFigures(fixture.server.deps.db)).toEqual([]);
  });
});
