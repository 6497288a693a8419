import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import {
  auditLog,
  invoiceItems,
  ticketEvents,
  ticketItems,
  tickets,
} from '../../../../server/db/tables/index.ts';
import type { TestAnswer } from '../../../support/server.ts';
import {
  type Analysis,
  after,
  type Command,
  choices,
  heldOf,
  type Model,
  type ModelTicket,
  PURCHASED,
  REQUESTED,
  sensible,
  takenOf,
} from './moveModel.ts';
import { type MoveWorld, moveWorld } from './moveWorld.ts';

jest.setTimeout(240_000);
let world: MoveWorld;
const endings: Record<string, number> = {};
beforeAll(async () => {
  world = await moveWorld();
  endings.PROCEDENTE = await world.finalReason('Resolvido com o cliente');
  endings.IMPROCEDENTE = await world.finalReason('Sem retorno do cliente');
});
afterAll(() => world?.server.close());

const db = () => world.server.deps.db;

/** The three tickets as they stand in the database. */
interface Real {
  ids: number[];
  invoiceLines: number[];
  lineIds: number[][];
  sent: number;
}

const OPEN: ModelTicket = {
  flow: 'DEVOLUCAO',
  step: 'ABERTURA',
  status: 'ABERTO',
  way: [],
  version: 1,
  archived: false,
  lines: [0, 1].map(() => ({ status: 'AN', authorized: 0, settled: false })),
};
/** The third is withdrawn: there is no room for it until another gives something back. */
const start = (): Model => ({
  tickets: [OPEN, OPEN, { ...OPEN, status: 'CANCELADO' as const }].map((each) => structuredClone(each)),
  returned: [0, 0],
});

async function setUp(model: Model): Promise<Real> {
  const invoiceLines = await world.bought(String(PURCHASED), String(PURCHASED));
  const real: Real = { ids: [], invoiceLines, lineIds: [], sent: 0 };
  for (const ticket of model.tickets) {
    const id = await world.at('DEVOLUCAO', ['ABERTURA'], {
      customerId: world.customerIds.second,
      status: ticket.status,
    });
    real.ids.push(id);
    const own: number[] = [];
    for (const [index, line] of ticket.lines.entries())
      own.push(
        await world.addLine(id, invoiceLines[index] ?? 0, {
          requested: String(REQUESTED),
          held: String(heldOf(ticket, line)),
        }),
      );
    real.lineIds.push(own);
  }
  return real;
}

const NAMES: Record<Command['kind'], string> = {
  advance: 'avancar-etapa',
  finish: 'finalizar',
  goBack: 'retroceder-etapa',
  cancel: 'cancelar',
  reopen: 'reabrir',
  archive: 'arquivar',
  unarchive: 'desarquivar',
  reclassify: 'reclassificar',
};

function bodyOf(model: Model, real: Real, command: Command): Record<string, unknown> {
  const ticket = model.tickets[command.ticket] as ModelTicket;
  switch (command.kind) {
    case 'advance': {
      const etapa = choices(ticket)[command.pick % choices(ticket).length] ?? null;
      return {
        ...(etapa && { etapa }),
        ...(command.reason && { motivo: 'Porque sim' }),
        ...(command.end && { finalizacao: { idMotivo: endings[command.end] } }),
        ...(command.analysis && {
          analise: analysisOf(real.lineIds[command.ticket] ?? [], command.analysis),
        }),
      };
    }
    case 'finish':
      return { idMotivo: command.end ? endings[command.end] : 1, obs: 'Porque sim' };
    case 'reclassify':
      return { idTipo: world.types.get(ticket.flow === 'DEVOLUCAO' ? 'TROCA' : 'DEVOLUCAO') };
    case 'archive':
    case 'unarchive':
      return {};
    default:
      return { motivo: 'Porque sim' };
  }
}

const analysisOf = (lineIds: number[], analysis: readonly number[]) => ({
  linhas: lineIds.map((id, index) => {
    const autorizada = analysis[index] ?? 0;
    const cut = REQUESTED - autorizada;
    return {
      id,
      autorizada: String(autorizada),
      ...(cut && { fora_prazo: String(cut), motivoAnalise: 'Fora do prazo' }),
    };
  }),
});

/** The model as the database tells it. */
async function readModel({ ids, invoiceLines }: Real): Promise<unknown> {
  const rows = await db().select().from(tickets).where(inArray(tickets.id, ids)).orderBy(asc(tickets.id));
  const items = await db()
    .select()
    .from(ticketItems)
    .where(inArray(ticketItems.ticketId, ids))
    .orderBy(asc(ticketItems.ticketId), asc(ticketItems.line));
  const lines = await db()
    .select()
    .from(invoiceItems)
    .where(inArray(invoiceItems.id, invoiceLines))
    .orderBy(asc(invoiceItems.id));
  return {
    tickets: rows.map((row) => ({
      flow: row.flowKey,
      step: row.stepKey,
      status: row.status,
      version: row.version,
      archived: row.archived,
      ended: [row.result !== null, row.finalReason !== null, row.finishedAt !== null],
      lines: items
        .filter(({ ticketId }) => ticketId === row.id)
        .map(({ status, settled, held }) => ({ status, settled, held: Number(held) })),
    })),
    returned: lines.map(({ returned }) => Number(returned)),
  };
}

const expected = (model: Model) => ({
  tickets: model.tickets.map(({ way: _, lines, ...ticket }) => ({
    ...ticket,
    ended: Array(3).fill(ticket.status === 'FINALIZADO'),
    lines: lines.map((line) => ({
      status: line.status,
      settled: line.settled,
      held: heldOf({ ...ticket, way: [], lines }, line),
    })),
  })),
  returned: model.returned,
});

/** As many entries in timeline and audit as the version has grown. */
async function expectTraces({ ids }: Real, model: Model): Promise<void> {
  const events = await db()
    .select({ id: ticketEvents.ticketId, count: sql<number>`count(*)::int` })
    .from(ticketEvents)
    .where(inArray(ticketEvents.ticketId, ids))
    .groupBy(ticketEvents.ticketId)
    .orderBy(asc(ticketEvents.ticketId));
  const audits = await db().$count(
    auditLog,
    and(eq(auditLog.entity, 'tickets'), inArray(auditLog.entityId, ids.map(String))),
  );
  const versions = model.tickets.map(({ version }) => version);
  expect(events.map(({ count }) => count)).toEqual(versions);
  expect(audits).toBe(versions.reduce((sum, version) => sum + version - 1, 0));
}

interface Manner {
  /** As one who knows the step would. */
  careful: boolean;
  /** With the version before. */
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
      world.move(real.ids[command.ticket] ?? 0, NAMES[command.kind], body, { key });
    const answer = await send();
    expect([answer.status, answer.body.code, answer.body.error]).toEqual(
      outcome
        ? [200, undefined, undefined]
        : [stale && ticket.version > 1 ? 409 : 422, expect.any(String), expect.any(String)],
    );
    if (outcome) {
      expect((await send()).body).toEqual(answer.body); // a repeat changes nothing
      model.now = outcome;
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

describe('tickets that move', () => {
  it('are always where the reference says, hold what it says, and tell of every move once', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.commands([fc.tuple(command, manner).map((drawn) => new Move(...drawn))], {
          maxCommands: 60,
          size: 'max',
        }),
        async (commands) => {
          const model = { now: start() };
          await fc.asyncModelRun(async () => ({ model, real: await setUp(model.now) }), commands);
          for (const { step } of model.now.tickets) reached.add(step);
        },
      ),
      { numRuns: 10 },
    );
    expect(reached.size).toBeGreaterThan(3);
  });
});
