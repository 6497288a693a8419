import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import type { AnalysisProposal } from '#contract/rules/steps/suggestedAnalysis.ts';
import type { AnalysisSuggestion } from '#contract/sac/tickets/analysisSuggestions.ts';

const CHIPS: Readonly<Record<AnalysisProposal, string>> = {
  APROVAR: 'Sugestão: aprovar',
  RECUSAR: 'Sugestão: recusar',
  OLHAR: 'Sem sugestão: confira',
};

interface LineSuggestionProps {
  /** Undefined until it is known; its place is kept, so that nothing moves when it comes. */
  suggestion: AnalysisSuggestion | undefined;
  label: string;
  disabled: boolean;
  onUse: () => void;
}

/** What is proposed for a line, with the reasons one press away. It decides nothing. Plain elements: a hundred lines have one each. */
export function LineSuggestion({ suggestion, label, disabled, onUse }: LineSuggestionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="suggestion">
      {suggestion && (
        <>
          <button
            type="button"
            className="suggested"
            data-proposal={suggestion.proposta}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={`${CHIPS[suggestion.proposta]}. Motivos para ${label}`}
            onClick={() => setOpen(!isOpen)}
          >
            {CHIPS[suggestion.proposta]}
          </button>
          {suggestion.proposta !== 'OLHAR' && (
            <Button size="small" disabled={disabled} onClick={onUse} aria-label={`Usar sugestão: ${label}`}>
              Usar sugestão
            </Button>
          )}
          {isOpen && (
            <ul id={id} aria-label={`Motivos da sugestão para ${label}`}>
              {suggestion.motivos.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
