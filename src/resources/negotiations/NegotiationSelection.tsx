import Button from '@mui/material/Button';
import type { Negotiation } from '../../../contract/callcenter/negotiations.ts';
import { SelectionBar } from '../../ui/components/DataTable/SelectionBar.tsx';
import { type Decision, type DecisionKind, rowsFor } from './decision.ts';

interface NegotiationSelectionProps {
  rows: readonly Negotiation[];
  onClear: () => void;
  onDecide: (decision: Decision) => void;
}

const BUTTONS: [DecisionKind, string, 'contained' | 'outlined'][] = [
  ['cancelar', 'Cancelar solicitação', 'outlined'],
  ['ciente', 'Estou ciente', 'outlined'],
  ['negar', 'Negar', 'outlined'],
  ['autorizar', 'Autorizar', 'contained'],
];

/** What can be done with the ticked prices: each button takes those that it may be done with, and says how many. */
export function NegotiationSelection({ rows, onClear, onDecide }: NegotiationSelectionProps) {
  return (
    <SelectionBar count={rows.length} words={WORDS} onClear={onClear}>
      {BUTTONS.map(([kind, label, variant]) => {
        const fitting = rowsFor(kind, rows);
        if (fitting.length === 0) return null;
        return (
          <Button
            key={kind}
            size="small"
            variant={variant}
            color={kind === 'negar' ? 'error' : 'primary'}
            onClick={() => onDecide({ kind, rows: fitting })}
          >
            {fitting.length === rows.length ? label : `${label} (${fitting.length})`}
          </Button>
        );
      })}
    </SelectionBar>
  );
}

const WORDS = ['negociação selecionada', 'negociações selecionadas'] as const;
