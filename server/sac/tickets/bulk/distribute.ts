import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { formatCount } from '#contract/rules/format.ts';
import { shareOut, type Waiting } from '#contract/rules/tickets/distribution.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { BulkData, DistributionPlan } from '#contract/sac/tickets/ticketBulk.ts';
import { noticeText } from '#contract/words/notices.ts';
import type { Context } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { amongIds } from '#server/db/conditions.ts';
import { bulkJobRows, people, tickets } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { type JobRecord, NO_PROBLEMS, type RowAction } from '#server/jobs/bulkJob.ts';
import { personById } from '#server/session/currentUser.ts';
import { ticketScope } from '#server/session/scope.ts';
import { noticeTo } from '#server/writing/noticeTo.ts';
import { assignTicket, availableFor, openLoads } from '../assign.ts';
import { lockTicket } from '../change/lockTicket.ts';
import { sendLetters } from './lettersOfJob.ts';
import { namedTickets } from './namedTickets.ts';

/** What was planned for a ticket: whom it goes to and who had it then, or why it goes to nobody. */
type Planned = { para: number; de: number | null } | Refused;
interface Refused {
  codigo: string;
  mensagem: string;
}

type Wanted = Pick<BulkData, 'semPessoas' | 'confirmar'>;
type Planning = Pick<Context, 'user' | 'now'>;

interface Plan {
  rows: Map<number, Planned>;
  /** Everybody who may get one of the tickets, also those left out. */
  able: number[];
  /** What each of them has besides these tickets. */
  loads: Map<number, number>;
}

const UNKNOWN: Refused = { codigo: 'NAO_ENCONTRADO', mensagem: 'Registro não encontrado.' };
const NOBODY: Refused = {
  codigo: 'NINGUEM_DISPONIVEL',
  mensagem: 'Ninguém do setor que atende a filial está disponível com a habilidade do ticket.',
};

/** How the tickets are shared out, for the preview and for the command. Only open ones that the person sees take part. */
async function planOf(
  db: Executor,
  ctx: Planning,
  ids: readonly number[],
  { semPessoas = [], confirmar = false }: Wanted,
): Promise<Plan> {
  const found = await db
    .select({ ticket: tickets, operator: people.name })
    .from(tickets)
    .leftJoin(people, eq(people.id, tickets.operatorId))
    .where(and(amongIds(tickets.id, ids), ticketScope(ctx.user)))
    .orderBy(asc(tickets.id));
  const rows = new Map<number, Planned>(ids.map((id) => [id, UNKNOWN]));
  const waiting: Waiting[] = [];
  const from = new Map<number, number | null>();
  const able = ableOf(db, ctx);
  for (const { ticket, operator } of found) {
    const { id, operatorId, dueAt } = ticket;
    if (isClosed(ticket.status) || ticket.archived)
      rows.set(id, { codigo: 'ENCERRADO', mensagem: 'O ticket está encerrado.' });
    else if (operatorId !== null && !confirmar)
      rows.set(id, { codigo: 'JA_ATRIBUIDO', mensagem: `O ticket já está com ${operator ?? 'alguém'}.` });
    else {
      from.set(id, operatorId);
      waiting.push({ id, dueAt: dueAt?.toISOString() ?? null, able: await able(ticket) });
    }
  }
  const everybody = [...new Set(waiting.flatMap((each) => each.able))];
  const loads = await openLoads(db, everybody);
  // What is shared out again weighs on nobody beforehand.
  for (const operatorId of from.values())
    if (operatorId !== null && loads.has(operatorId)) loads.set(operatorId, (loads.get(operatorId) ?? 1) - 1);
  const out = new Set(semPessoas);
  const given = shareOut(
    waiting.map((each) => ({ ...each, able: each.able.filter((id) => !out.has(id)) })),
    loads,
  );
  for (const [id, operatorId] of from) {
    const to = given.get(id);
    rows.set(
      id,
      to === undefined
        ? NOBODY
        : to === operatorId
          ? { codigo: 'SEM_MUDANCA', mensagem: 'O ticket fica com quem já o tem.' }
          : { para: to, de: operatorId },
    );
  }
  return { rows, able: everybody, loads };
}

/** Who may get a ticket, asked once for those of the same branch, sector and type. */
function ableOf(db: Executor, ctx: Planning) {
  const candidatesByKey = new Map<string, Promise<number[]>>();
  return (ticket: Parameters<typeof availableFor>[2]): Promise<number[]> => {
    const key = `${ticket.branchId} ${ticket.sectorId} ${ticket.typeId}`;
    const found = candidatesByKey.get(key) ?? availableFor(db, ctx, ticket);
    candidatesByKey.set(key, found);
    return found;
  };
}

/** The plan as a supervisor looks at it. */
export async function previewOf(
  ctx: Pick<Context, 'db' | 'user' | 'now'>,
  ids: readonly number[],
  wanted: Wanted,
): Promise<DistributionPlan> {
  const { rows, able, loads } = await planOf(ctx.db, ctx, ids, wanted);
  const persons =
    able.length === 0
      ? []
      : await ctx.db
          .select({ id: people.id, nome: people.name })
          .from(people)
          .where(inArray(people.id, able))
          .orderBy(asc(people.name), asc(people.id));
  const planned = [...rows];
  return {
    pessoas: persons.map((person) => ({
      ...person,
      emAberto: loads.get(person.id) ?? 0,
      deFora: wanted.semPessoas?.includes(person.id) ?? false,
      tickets: planned.flatMap(([id, row]) => ('para' in row && row.para === person.id ? [id] : [])),
    })),
    falhas: planned.flatMap(([id, row]) => ('para' in row ? [] : [{ id, ...row }])),
  };
}

/**
 * Shares the tickets out when the job is stored, and gives each to its person with its row; a ticket that somebody has taken
 * in between is left alone.
 */
export const distributeRows: RowAction = {
  permission: 'TICKETS_RESPONDER_INTERNO',
  problems: NO_PROBLEMS,
  plan: async (tx, ctx, ids, data) => Object.fromEntries((await planOf(tx, ctx, ids, data)).rows),
  row: (ctx, id, { confirmar = false }, known) =>
    ctx.db.transaction(async (tx) => {
      const planned = known as Planned;
      if (!('para' in planned)) throw refused(planned.codigo, planned.mensagem);
      const { operatorId } = await lockTicket(tx, ctx.user, id);
      if (operatorId !== planned.de)
        throw refused('MUDOU_DE_MAOS', 'O operador mudou enquanto os tickets eram distribuídos.');
      await assignTicket(tx, ctx, id, { to: planned.para, confirmed: confirmar });
    }),
  ended: async (tx, ctx, job) => {
    await sendLetters(tx, ctx, job);
    await tellReceivers(tx, ctx, job);
  },
};

/** One notice to each person who got tickets, however many they are. */
async function tellReceivers(tx: Tx, { now }: Pick<Context, 'now'>, job: JobRecord): Promise<void> {
  const user = await personById(tx, job.personId);
  if (!user) return;
  const { linhas = {}, ip, requestId } = job.input;
  const done = await tx
    .select({ id: bulkJobRows.recordId })
    .from(bulkJobRows)
    .where(and(eq(bulkJobRows.jobId, job.id), isNull(bulkJobRows.failureCode)))
    .orderBy(asc(bulkJobRows.place));
  const got = new Map<number, number[]>();
  for (const { id } of done) {
    const planned = linhas[id] as Planned | undefined;
    if (planned && 'para' in planned) got.set(planned.para, [...(got.get(planned.para) ?? []), id]);
  }
  for (const [personId, ids] of got) {
    if (personId === user.id) continue;
    const [first] = ids;
    await noticeTo(tx, { user, ip, requestId, now }, [personId], {
      titulo: noticeText('RECEBIDOS', { tickets: formatCount(ids.length, 'ticket', 'tickets') }),
      texto: noticeText('RECEBIDOS_POR', { pessoa: user.name, lista: namedTickets(ids) }),
      link: ids.length === 1 ? `/tickets/${first}` : '/tickets',
    });
  }
}
