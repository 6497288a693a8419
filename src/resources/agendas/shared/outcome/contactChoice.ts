import { useState } from 'react';
import type { NextContacts } from '#contract/callcenter/agendas/nextContacts.ts';
import { type CalendarDate, formatComingMoment } from '#contract/rules/time/calendarDate.ts';
import { readMoment } from '#contract/rules/time/dayRange.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';

export type Proposals = Pick<NextContacts, 'fuso' | 'opcoes'>;

/** One of the proposals, whose moments move with the time, or a day and an hour. */
type ChosenContact = { valor: Proposals['opcoes'][number]['valor'] } | TypedContact;
interface TypedContact {
  day: CalendarDate | null;
  /** 'HH:MM', or empty. */
  time: string;
}

const SOON: ChosenContact = { valor: 'EM_2_HORAS' };

/** A moment as people read it: 'amanhã às 08:00'. */
export const comingText = (moment: string, zone: string): string => {
  const at = readMoment(moment, zone);
  return at ? formatComingMoment(at, Date.now(), zone) : moment;
};

/** 'AAAA-MM-DD HH:mm' on the branch's clock; `null` where it is no moment, or none any more. */
function momentOf(chosen: ChosenContact, proposals: Proposals | undefined): string | null {
  if (!('valor' in chosen)) return chosen.day && chosen.time ? `${chosen.day} ${chosen.time}` : null;
  const proposed = proposals?.opcoes.find(({ valor }) => valor === chosen.valor);
  if (!proposals || !proposed) return null;
  return `${localDate(proposed.em, proposals.fuso)} ${localTime(proposed.em, proposals.fuso)}`;
}

export interface ContactChoice {
  chosen: ChosenContact | null;
  choose: (chosen: ChosenContact | null) => void;
  /** 'AAAA-MM-DD HH:mm' on the branch's clock; `null` while no next contact is chosen, or not all of it. */
  moment: string | null;
  /** When who did not answer is called again: in two hours, unless the person says when. */
  again: string | null;
  /** Whether an outcome may be said with it. A choice that is no moment is refused: it would be said as if there were none. */
  isWhole: () => boolean;
  isRefused: boolean;
}

/** When the next contact is. What is kept is the choice, not its moment: that is the one which is shown when the outcome is said. */
export function useContactChoice(proposals: Proposals | undefined): ContactChoice {
  const [chosen, setChosen] = useState<ChosenContact | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const moment = chosen && momentOf(chosen, proposals);
  return {
    chosen,
    choose: (next) => {
      setIsRefused(false);
      setChosen(next);
    },
    moment,
    again: momentOf(chosen ?? SOON, proposals),
    isWhole: () => {
      const isWhole = chosen === null || moment !== null;
      setIsRefused(!isWhole);
      return isWhole;
    },
    isRefused,
  };
}
