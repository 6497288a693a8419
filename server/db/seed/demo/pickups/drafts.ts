import type { PickupType } from '../../../../../contract/catalogs/pickupType.ts';
import type { PickupSources } from '../pickups.ts';
import type { Passage } from './passages.ts';

/** A pickup whose number is still to be given. */
export interface Draft {
  type: PickupType;
  partyId: number;
  passages: Passage[];
  createdAt: number;
  confirmedAt: number | null;
  cancelledAt: number | null;
}

const MINUTE = 60_000;
/** So many tickets of one carrier go together. */
const TOGETHER = 3;

export function draftsOf(passages: readonly Passage[], { today }: Pick<PickupSources, 'today'>): Draft[] {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const gone = passages.filter(({ leftAt }) => leftAt !== null).map(fetched);
  const here = passages.filter(({ leftAt, ticket }) => leftAt === null && isOpen(ticket.status));
  return [...gone, ...together(here).flatMap((group, index) => underWay(group, index, midnight))];
}

const isOpen = (status: string | undefined) => status !== 'FINALIZADO' && status !== 'CANCELADO';

/** Generated and confirmed during the stay; every fifth by the representative. */
function fetched(passage: Passage, index: number): Draft {
  const { enteredAt, leftAt, ticket } = passage;
  const third = Math.max(0, ((leftAt ?? enteredAt) - enteredAt) / 3);
  const representativeId = index % 5 === 0 ? ticket.representativeId : null;
  return {
    type: representativeId ? 'REPRESENTANTE' : 'TRANSPORTADORA',
    partyId: representativeId ?? passage.carrierId,
    passages: [passage],
    createdAt: Math.round(enteredAt + third),
    confirmedAt: Math.round(enteredAt + 2 * third),
    cancelledAt: null,
  };
}

/** Of one carrier, a few at a time. */
function together(passages: readonly Passage[]): Passage[][] {
  const groups: Passage[][] = [];
  for (const passage of passages) {
    const open = groups.find((group) => group.length < TOGETHER && group[0]?.carrierId === passage.carrierId);
    if (open) open.push(passage);
    else groups.push([passage]);
  }
  return groups;
}

/** In turn: waiting, generated, confirmed; the first of those who wait had a pickup that was cancelled. */
function underWay(passages: Passage[], index: number, midnight: number): Draft[] {
  const last = Math.max(...passages.map(({ ticket }) => Number(ticket.updatedAt)));
  const later = (minutes: number) => Math.max(last, Math.min(last + minutes * MINUTE, midnight - MINUTE));
  const turn = index % 3;
  if (turn === 0 && index > 0) return [];
  return [
    {
      type: 'TRANSPORTADORA',
      partyId: (passages[0] as Passage).carrierId,
      passages,
      createdAt: later(20),
      confirmedAt: turn === 2 ? later(50) : null,
      cancelledAt: turn === 0 ? later(50) : null,
    },
  ];
}
