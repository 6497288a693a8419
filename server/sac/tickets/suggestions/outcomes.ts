import {
  type AnalysisProposal,
  isFollowed,
  readMark,
  type SuggestedAnalysis,
  type SuggestionOutcome,
  type SuggestionReason,
  suggestionMark,
} from '#contract/rules/steps/suggestedAnalysis.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { insertMany } from '#server/db/manyRows.ts';
import { analysisOutcomes } from '#server/db/tables/index.ts';

/** A line as it was decided, and the mark of the suggestion that the person saw beside it. */
interface DecidedLine {
  id: number;
  requested: string;
  authorized: string;
  seen: string | undefined;
}

/**
 * Stores what was suggested and what was decided, and answers how many lines were decided under a suggestion that had changed. What was
 * seen counts: of somebody who saw another suggestion, that one is stored, and it counts neither as followed nor as left.
 */
export async function writeOutcomes(
  tx: Tx,
  { user, now }: Pick<Context, 'user' | 'now'>,
  suggestions: ReadonlyMap<number, SuggestedAnalysis>,
  lines: readonly DecidedLine[],
): Promise<number> {
  const rows = lines.flatMap((line) => {
    const present = suggestions.get(line.id);
    return present ? [outcomeOf(present, line)] : [];
  });
  if (rows.length > 0)
    await insertMany(
      tx,
      analysisOutcomes,
      rows.map((row) => ({ ...row, personId: user.id, at: now() })),
    );
  return rows.filter(({ outcome }) => outcome === 'MUDOU').length;
}

interface Outcome {
  itemId: number;
  proposal: AnalysisProposal;
  because: SuggestionReason;
  outcome: SuggestionOutcome;
  followed: boolean | null;
  decision: (typeof analysisOutcomes.$inferSelect)['decision'];
}

function outcomeOf(present: SuggestedAnalysis, { id, requested, authorized, seen }: DecidedLine): Outcome {
  const saw = seen ? readMark(seen) : null;
  const isCurrent = seen === suggestionMark(present);
  const { proposal, because } = saw ?? present;
  return {
    itemId: id,
    proposal,
    because,
    outcome: isCurrent ? 'VISTA' : saw ? 'MUDOU' : 'NAO_VISTA',
    followed: isCurrent ? isFollowed(proposal, { requested, authorized }) : null,
    decision: decisionOf(requested, authorized),
  };
}

function decisionOf(requested: string, authorized: string): Outcome['decision'] {
  if (isFollowed('RECUSAR', { requested, authorized })) return 'RECUSADA';
  return isFollowed('APROVAR', { requested, authorized }) ? 'APROVADA' : 'EM_PARTE';
}
