import type { TicketStatus } from '../../catalogs/ticketStatus.ts';
import type { TimelineType } from '../../catalogs/timelineType.ts';
import { comingProblem } from '../time/comingMoment.ts';
import { isClosed } from './ticketTransitions.ts';

/** The furthest day that a ticket is put off to. */
export const MOST_SNOOZED_DAYS = 90;

/** Why a ticket cannot be put off until then, as the text of its field; `null` if it can. */
export const snoozeProblem = (until: Date, now: Date): string | null =>
  comingProblem(until, now, MOST_SNOOZED_DAYS);

/** What a write does to a ticket, as far as it decides whether the ticket is put off any longer. */
export interface SnoozedWrite {
  type: TimelineType;
  /** Whether somebody outside the company wrote it. */
  byOutside: boolean;
  /** Whom it was with, and where it stood, before and afterwards. */
  before: Standing;
  after: Standing;
}

interface Standing {
  status: TicketStatus;
  operatorId: number | null;
  sectorId: number | null;
  stepKey: string;
}

/** What brought a ticket back: an answer, or work on it, which needs no notice; `null` for a write that leaves it put off. */
export type Waking = 'RESPOSTA' | 'ANDAMENTO' | null;

/**
 * A ticket is put off until an answer comes, or until it goes on: to another step, person or sector, to its end, or together with another
 * ticket. Notes, files and decisions of the company leave it put off.
 */
export function wakingOf({ type, byOutside, before, after }: SnoozedWrite): Waking {
  if (isClosed(after.status)) return 'ANDAMENTO';
  if (byOutside) return 'RESPOSTA';
  const goesOn =
    before.operatorId !== after.operatorId ||
    before.sectorId !== after.sectorId ||
    before.stepKey !== after.stepKey;
  return goesOn || JOINING.has(type) ? 'ANDAMENTO' : null;
}

/** What brings another ticket's conversation here. */
const JOINING: ReadonlySet<TimelineType> = new Set(['JUNCAO', 'DIVISAO_DESFEITA']);
