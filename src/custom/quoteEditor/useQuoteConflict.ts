import { useState } from 'react';
import type { EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';
import type { CallFailure } from '../../dataProvider/failure.ts';
import type { ShownConflict } from '../../ui/conflict/useConflict.ts';
import type { Pending } from './pendingChange.ts';
import { type Clash, clashesOf, takenOf } from './quoteClashes.ts';

/** The fields of a quote by their names, and what stands in each, in words. */
type Words = Record<string, string>;

interface QuoteConflict {
  /** For the one view of conflicts. */
  shown: ShownConflict<Words>;
  /** Opens it where a refused write met another's in the same field; false where the two merge. */
  meet: (before: EditedQuote, theirs: EditedQuote, mine: Pending, error: CallFailure) => boolean;
}

type Open = NonNullable<ShownConflict<Words>['open']>;

/** The conflict of a quote that is saved while it is edited: each field is decided for itself, then it is sent again. */
export function useQuoteConflict(onDecided: (without: (mine: Pending) => Pending) => void): QuoteConflict {
  const [held, setHeld] = useState<{ open: Open; clashes: readonly Clash[] } | null>(null);
  return {
    meet: (before, theirs, mine, error) => {
      const clashes = clashesOf(before, theirs, mine);
      if (clashes.length === 0) return false;
      const taken = takenOf(before, theirs, mine);
      const open: Open = {
        by: { ...authorOf(error), versao: theirs.versao },
        base: wordsOf(taken, 'before'),
        theirs: { ...wordsOf(taken, 'theirs'), ...wordsOf(clashes, 'theirs') },
        mine: wordsOf(clashes, 'mine'),
        taken: taken.map(({ field }) => field),
        disputed: clashes.map(({ field }) => field),
        chosen: {},
      };
      setHeld({ open, clashes });
      return true;
    },
    shown: {
      open: held?.open ?? null,
      undecided: held !== null,
      choose: (field, side) => {
        if (!held) return;
        const chosen = { ...held.open.chosen, [field]: side };
        const isDecided = held.clashes.every((clash) => chosen[clash.field]);
        setHeld(isDecided ? null : { ...held, open: { ...held.open, chosen } });
        if (!isDecided) return;
        const given = held.clashes.filter((clash) => chosen[clash.field] === 'theirs');
        onDecided((mine) => given.reduce((left, { giveUp }) => giveUp(left), mine));
      },
    },
  };
}

const wordsOf = <K extends string>(rows: readonly ({ field: string } & Record<K, string>)[], key: K): Words =>
  Object.fromEntries(rows.map((row) => [row.field, row[key]]));

/** Who wrote last, of the answer of a refused write. */
function authorOf(error: CallFailure): { por: string | null; em: string | null } {
  const { atual } = (error.body ?? {}) as { atual?: { por?: string | null; em?: string | null } | null };
  return { por: atual?.por ?? null, em: atual?.em ?? null };
}
