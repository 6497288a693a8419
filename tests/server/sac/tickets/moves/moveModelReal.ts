import { expect } from '@jest/globals';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { auditLog, invoiceItems, ticketEvents, ticketItems, tickets } from '#server/db/tables/index.ts';
import type { MoveFixture } from './moveFixture.ts';
import {
  type Command,
  choices,
  heldOf,
  type Model,
  type ModelTicket,
  PURCHASED,
  REQUESTED,
} from './moveModel.ts';

/** The three tickets in the database. */
export interface Real {
  /** The bodies that change a ticket's type. */
  types: Record<'TROCA' | 'DEVOLUCAO', Record<string, unknown>>;
  fixture: MoveFixture;
  /** Final reasons by result. */
  endings: Record<string, number>;
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
/** The third ticket is withdrawn: there is no room for it until another one gives something back. */
export const start = (): Model => ({
  tickets: [OPEN, OPEN, { ...OPEN, status: 'CANCELADO' as const }].map((each) => structuredClone(each)),
  returned: [0, 0],
});

export async function setUp(fixture: MoveFixture, model: Model): Promise<Real> {
  const invoiceLines = await fixture.bought(String(PURCHASED), String(PURCHASED));
  const endings = {
    PROCEDENTE: await fixture.finalReason('Resolvido com o cliente'),
    IMPROCEDENTE: await fixture.finalReason('Sem retorno do cliente'),
  };
  const types = { TROCA: await fixture.toType('TROCA'), DEVOLUCAO: await fixture.toType('DEVOLUCAO') };
  const real: Real = { fixture, endings, types, ids: [], invoiceLines, lineIds: [], sent: 0 };
  for (const ticket of model.tickets) {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA'], {
      customerId: fixture.customerIds.second,
      status: ticket.status,
    });
    real.ids.push(id);
    const own: number[] = [];
    for (const [index, line] of ticket.lines.entries())
      own.push(
        await fixture.addLine(id, invoiceLines[index] ?? 0, {
          requested: String(REQUESTED),
          held: String(heldOf(ticket, line)),
        }),
      );
    real.lineIds.push(own);
  }
  return real;
}

export const NAMES: Record<Command['kind'], string> = {
  advance: 'avancar-etapa',
  finish: 'finalizar',
  goBack: 'retroceder-etapa',
  cancel: 'cancelar',
  reopen: 'reabrir',
  archive: 'arquivar',
  unarchive: 'desarquivar',
  reclassify: 'reclassificar',
};

export function bodyOf(model: Model, real: Real, command: Command): Record<string, unknown> {
  const { endings } = real;
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
      return real.types[ticket.flow === 'DEVOLUCAO' ? 'TROCA' : 'DEVOLUCAO'];
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

/** The model as read from the database. */
export async function readModel({ fixture, ids, invoiceLines }: Real): Promise<unknown> {
  const { db } = fixture.server.deps;
  const rows = await db.select().from(tickets).where(inArray(tickets.id, ids)).orderBy(asc(tickets.id));
  const items = await db
    .select()
    .from(ticketItems)
    .where(inArray(ticketItems.ticketId, ids))
    .orderBy(asc(ticketItems.ticketId), asc(ticketItems.line));
  const lines = await db
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

export const expected = (model: Model) => ({
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

/** Asserts that timeline and audit log have as many entries as the version has increased. */
export async function expectTraces({ fixture, ids }: Real, model: Model): Promise<void> {
  const { db } = fixture.server.deps;
  const events = await db
    .select({ id: ticketEvents.ticketId, count: sql<number>`count(*)::int` })
    .from(ticketEvents)
    .where(inArray(ticketEvents.ticketId, ids))
    .groupBy(ticketEvents.ticketId)
    .orderBy(asc(ticketEvents.ticketId));
  const audits = await db.$count(
    auditLog,
    and(eq(auditLog.entity, 'tickets'), inArray(auditLog.entityId, ids.map(String))),
  );
  const versions = model.tickets.map(({ version }) => version);
  expect(events.map(({ count }) => count)).toEqual(versions);
  expect(audits).toBe(versions.reduce((sum, version) => sum + version - 1, 0));
}
