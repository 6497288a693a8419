import { useMemo } from 'react';
import type { AnalysisLine } from '#contract/rules/steps/returnedGoods.ts';
import type { AnalysisLineInput } from '#contract/rules/steps/stepInput.ts';
import { suggestedInput } from '#contract/rules/steps/suggestedAnalysis.ts';
import {
  type AnalysisSuggestion,
  analysisSuggestionRoutes,
} from '#contract/sac/tickets/analysisSuggestions.ts';
import { useRoute } from '#data/useRoute.ts';

/** What is suggested for the lines of a ticket, read anew for each opening of the form: its facts move with other tickets. */
export function useSuggestions(idTicket: number) {
  const answer = useRoute(analysisSuggestionRoutes.ofTicket, { params: { idTicket } }, { staleTime: 0 });
  const byId = useMemo(() => new Map((answer.data ?? []).map((each) => [each.id, each])), [answer.data]);
  return {
    answer,
    /** Undefined until it is known, null if there is none. */
    of: (id: number): AnalysisSuggestion | null | undefined =>
      byId.get(id) ?? (answer.isPending ? undefined : null),
    /** The line as it was decided with the suggestion in view, by which is measured how often one is taken. */
    seen: (line: AnalysisLineInput): AnalysisLineInput => {
      const mark = byId.get(line.id)?.marca;
      return mark ? { ...line, sugestao: mark } : line;
    },
  };
}

export const inputSuggested = (line: AnalysisLine, { proposta, recusa }: AnalysisSuggestion) =>
  suggestedInput(line, {
    proposal: proposta,
    refusal: recusa && { counter: recusa.contador, reason: recusa.motivo },
  });
