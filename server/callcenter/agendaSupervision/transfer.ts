import { and, asc, inArray } from 'drizzle-orm';
import { MAX_AGENDA_ROWS } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import type { Input } from '#contract/route.ts';
import type { Context, Reading } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, people } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { inTime, MOST_OF_CHOICE } from '../../paging/inTime.ts';
import { plainText } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { type Collaborator, collaboratorsWhere } from '../agendaImport/queries.ts';
import {
  type ContactTurn,
  changeAgenda,
  confirmedBy,
  confirmedChange,
  contactTurnOf,
  eachAgenda,
  type LockedAgenda,
} from '../agendas/commands.ts';
import { agendaCondition, openAgenda } from '../agendas/queries.ts';
import { requireLead } from './queries.ts';

/** Distributes open agendas evenly among those of the given people who can serve the customer. */
export const transferAgendas = command(agendaSupervisionRoutes.transfer, async (tx, ctx, { body }) => {
  requireLead(ctx.user);
  const receivers = await receiversOf(tx, body.idColabs);
  const ids = await selectedIds({ ...ctx, db: tx }, body);
  const given = new Map(receivers.map(({ id }) => [id, 0]));
  const turn = await contactTurnOf(tx, ids);
  return eachAgenda(
    tx,
    ctx,
    ids.map((id) => ({ id })),
    async (agenda) => {
      const to = nextOf(receivers, given, agenda);
      await handOver(tx, ctx, agenda, { to, reason: body.motivo, confirmar: body.confirmar, turn });
      given.set(to.id, (given.get(to.id) ?? 0) + 1);
    },
  );
});

/** Carries out a proposal; rows that changed in the meantime are reported one by one. */
export const carryOutBalance = command(agendaSupervisionRoutes.balance, async (tx, ctx, { body }) => {
  requireLead(ctx.user);
  const target = new Map(body.movimentos.map(({ id, idColab }) => [id, idColab]));
  const receivers = await receiversOf(tx, [...new Set(target.values())]);
  const turn = await contactTurnOf(tx, [...target.keys()]);
  return eachAgenda(tx, ctx, body.movimentos, (agenda) => {
    const to = receivers.filter(({ id }) => id === target.get(agenda.id));
    return handOver(tx, ctx, agenda, {
      to: nextOf(to, new Map(), agenda),
      reason: 'Equilíbrio de agendas',
      confirmar: body.confirmar,
      turn,
    });
  });
});

async function receiversOf(tx: Tx, ids: readonly number[]): Promise<Collaborator[]> {
  const found = await collaboratorsWhere(tx, inArray(people.id, [...ids]));
  if (found.length < ids.length) throw notFound();
  return found;
}

function nextOf(
  receivers: readonly Collaborator[],
  given: ReadonlyMap<number, number>,
  { branchId, representativeId, personId }: LockedAgenda,
): Collaborator {
  if (receivers.some(({ id }) => id === personId) && receivers.length === 1)
    throw refused('MESMO_COLABORADOR', 'A agenda já é deste colaborador.');
  const fitting = receivers.filter((each) => each.id !== personId && each.serves(branchId, representativeId));
  const [first, ...others] = fitting;
  if (!first) throw refused('NAO_ATENDE', 'Quem receberia não atende este cliente nesta filial.');
  return others.reduce(
    (best, each) => ((given.get(each.id) ?? 0) < (given.get(best.id) ?? 0) ? each : best),
    first,
  );
}

interface HandOver {
  to: Collaborator;
  reason: string | undefined;
  confirmar: string | undefined;
  turn: ContactTurn;
}

async function handOver(
  tx: Tx,
  ctx: Context,
  agenda: LockedAgenda,
  { to, reason = '', confirmar, turn }: HandOver,
): Promise<void> {
  const motivo = plainText(reason).trim();
  const set = { personId: to.id };
  const why = await confirmedChange(tx, ctx, agenda, { set, confirmar, turn });
  const change = {
    set,
    action: 'TRANSFERIR',
    text: `Agenda passada para ${to.name}`,
    data: { colaborador: to.id, ...(motivo && { motivo }) },
  };
  await changeAgenda(tx, ctx, agenda, confirmedBy(change, why));
}

type Selection = Pick<Input<typeof agendaSupervisionRoutes.removeMany>['body'], 'ids' | 'filtros'>;

/** The ids that a bulk command refers to: those it lists, or the open agendas that the filters find. */
export async function selectedIds(ctx: Reading, { ids, filtros }: Selection): Promise<number[]> {
  if (Boolean(ids) === Boolean(filtros)) throw invalid({ ids: 'Informe as agendas ou os filtros.' });
  if (ids) return [...ids].sort((a, b) => a - b);
  const where = and(await agendaCondition(ctx, filtros ?? {}), openAgenda);
  const rows = await inTime(
    ctx.db,
    filtros?.condicao,
    async (db) =>
      db
        .select({ id: agendas.id })
        .from(agendas)
        .where(where)
        .orderBy(asc(agendas.id))
        .limit(MAX_AGENDA_ROWS + 1),
    MOST_OF_CHOICE,
  );
  if (rows.length > MAX_AGENDA_ROWS)
    throw refused(
      'AGENDAS_DEMAIS',
      `Os filtros encontram mais de ${MAX_AGENDA_ROWS} agendas em aberto. Restrinja o período.`,
    );
  return rows.map(({ id }) => id);
}

/** An open agenda on a day, with the people other than its owner who could make the contact. */
interface Movable {
  id: number;
  day: string;
  personId: number;
  candidates: readonly number[];
}

interface ProposedMove {
  id: number;
  from: number;
  to: number;
}

/**
 * Moves agendas from people above capacity to those with the most capacity left on the same day. Nobody is filled beyond
 * their capacity, nobody with capacity left gives anything away, and no agenda changes its day.
 */
export function proposeMoves(
  agendas: readonly Movable[],
  capacities: ReadonlyMap<number, number>,
): { moves: ProposedMove[]; stuck: number } {
  const room = new Map<string, number>();
  const key = (day: string, personId: number) => `${day}/${personId}`;
  const roomOf = (day: string, personId: number) =>
    room.get(key(day, personId)) ?? capacities.get(personId) ?? 0;
  for (const { day, personId } of agendas) room.set(key(day, personId), roomOf(day, personId) - 1);
  const moves: ProposedMove[] = [];
  let stuck = 0;
  // The last ones in the list move first, so that earlier ones stay with the person the customer knows.
  for (const { id, day, personId, candidates } of [...agendas].reverse()) {
    if (roomOf(day, personId) >= 0) continue;
    const to = roomiest(candidates, (candidate) => (candidate === personId ? 0 : roomOf(day, candidate)));
    if (to === undefined) {
      stuck++;
      continue;
    }
    room.set(key(day, personId), roomOf(day, personId) + 1);
    room.set(key(day, to), roomOf(day, to) - 1);
    moves.push({ id, from: personId, to });
  }
  return { moves, stuck: Math.min(stuck, overflow(room)) };
}

function roomiest(candidates: readonly number[], roomOf: (id: number) => number): number | undefined {
  let best: number | undefined;
  for (const candidate of candidates)
    if (roomOf(candidate) > (best === undefined ? 0 : roomOf(best))) best = candidate;
  return best;
}

/** The number of agendas that still exceed people's capacity. */
const overflow = (room: ReadonlyMap<string, number>): number =>
  [...room.values()].reduce((sum, left) => sum + Math.max(0, -left), 0);
