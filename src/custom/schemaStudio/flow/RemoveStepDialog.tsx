import type { Flow } from '../../../../contract/rules/flows/flow.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { countOf } from '../definitionWords.ts';

interface RemoveStepDialogProps {
  flow: Flow;
  /** Of the step; null while nothing is asked. */
  index: number | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A step takes its ways along. */
export function RemoveStepDialog({ flow, index, onConfirm, onCancel }: RemoveStepDialogProps) {
  const step = index === null ? undefined : flow.etapas[index];
  const ways = flow.transicoes.filter(({ de, para }) => de === step?.chave || para === step?.chave).length;
  return (
    <ConfirmDialog
      open={step !== undefined}
      title={`Retirar a etapa “${step?.descricao ?? ''}”?`}
      text={`Saem com ela ${countOf(ways, 'caminho', 'caminhos')}. Tickets abertos continuam no fluxo com que começaram. Ctrl+Z desfaz.`}
      confirmLabel="Retirar etapa"
      tone="error"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
