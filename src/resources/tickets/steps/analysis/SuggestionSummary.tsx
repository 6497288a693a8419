import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatCount } from '#contract/rules/format.ts';
import type { AnalysisProposal } from '#contract/rules/steps/suggestedAnalysis.ts';
import { listText } from '#contract/rules/text.ts';
import type { AnalysisSuggestion } from '#contract/sac/tickets/analysisSuggestions.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { FINGER } from '#ui/theme/controls.ts';

const VERBS: readonly (readonly [AnalysisProposal, string])[] = [
  ['APROVAR', 'aprovar'],
  ['RECUSAR', 'recusar'],
  ['OLHAR', 'conferir'],
];

interface SuggestionSummaryProps {
  answer: UseQueryResult<AnalysisSuggestion[]>;
  disabled: boolean;
  onUse: () => void;
}

// As high as its button, so that nothing moves when the suggestions come.
const Place = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 8px',
  alignItems: 'center',
  minHeight: 32,
  marginBottom: 8,
  [FINGER]: { minHeight: 40 },
});

/** What is suggested for the ticket as a whole. Without suggestions the analysis goes on as before, and nothing keeps a place. */
export function SuggestionSummary({ answer, disabled, onUse }: SuggestionSummaryProps) {
  const found = answer.data ?? [];
  if (found.length === 0 && !answer.isPending)
    return answer.isError && <SecondaryText>As sugestões não puderam ser lidas agora.</SecondaryText>;
  return (
    <Place>
      {found.length > 0 && <SecondaryText>{summaryOf(found)}</SecondaryText>}
      {found.some(({ proposta }) => proposta !== 'OLHAR') && (
        <Button size="small" disabled={disabled} onClick={onUse}>
          Usar as sugestões
        </Button>
      )}
    </Place>
  );
}

/** 'Sugerido: aprovar 3 produtos e conferir 1 produto' */
function summaryOf(found: readonly AnalysisSuggestion[]): string {
  const parts = VERBS.flatMap(([proposal, verb]) => {
    const count = found.filter(({ proposta }) => proposta === proposal).length;
    return count > 0 ? [`${verb} ${formatCount(count, 'produto', 'produtos')}`] : [];
  });
  return found.some(({ proposta }) => proposta !== 'OLHAR')
    ? `Sugerido: ${listText(parts)}.`
    : 'Nada sugerido: confira produto por produto.';
}
