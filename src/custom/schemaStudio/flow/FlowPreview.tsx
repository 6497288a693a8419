import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useId, useState } from 'react';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { type Flow, initialStep } from '#contract/rules/flows/flow.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { countOf } from '../definitionWords.ts';
import type { PreviewProps } from '../editorProps.ts';
import { FlowBoard } from './FlowBoard.tsx';
import type { Sample } from './FlowWalk.tsx';
import { useFlowActions } from './useFlowActions.ts';

/** The flow as a picture, with a sample ticket that walks through it; beside the editor or in full screen. */
export function FlowPreview(props: PreviewProps) {
  const { value, problems, onPlace } = props;
  const [isFull, setFull] = useState(false);
  const actions = useFlowActions({
    ...props,
    onPlace: (pointer, lead) => {
      if (lead) setFull(false);
      onPlace?.(pointer, lead);
    },
  });
  const flow = contentOf('flows', value);
  const [trail, setTrail] = useState<readonly string[]>([]);
  const [sample, setSample] = useState<Sample>({ facts: {}, answers: {} });
  const id = useId();
  // If a step has been removed, the walk-through ends at the last one that still exists.
  const existingTrail = trail.filter((key) => flow.etapas.some(({ chave }) => chave === key));
  const start = initialStep(flow)?.chave ?? '';
  const walked = existingTrail.length > 0 ? existingTrail : [start];
  const board = {
    flow,
    problems,
    actions,
    trail: walked,
    onTrail: setTrail,
    sample,
    onSample: setSample,
  };
  return (
    <>
      <FlowBoard {...board} onFull={() => setFull(true)} />
      <DialogFrame open={isFull} onClose={() => setFull(false)} fullScreen aria-labelledby={id}>
        <DialogTitle id={id} sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          {flow.descricao}
          <IconButton aria-label="Fechar" onClick={() => setFull(false)}>
            <CloseOutlined />
          </IconButton>
        </DialogTitle>
        <div style={{ padding: '0 24px 24px', overflowY: 'auto' }}>
          <FlowBoard {...board} withWords />
        </div>
      </DialogFrame>
      <RemoveStepDialog
        flow={flow}
        index={actions.asking ? actions.chosen.step : null}
        onConfirm={actions.removeStep}
        onCancel={actions.keepStep}
      />
    </>
  );
}

interface RemoveStepDialogProps {
  flow: Flow;
  /** Index of the step; null while the dialog is closed. */
  index: number | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before removing a step, since its transitions are removed with it. */
export function RemoveStepDialog({ flow, index, onConfirm, onCancel }: RemoveStepDialogProps) {
  const step = index === null ? undefined : flow.etapas[index];
  const transitions = flow.transicoes.filter(
    ({ de, para }) => de === step?.chave || para === step?.chave,
  ).length;
  return (
    <ConfirmDialog
      open={step !== undefined}
      title={`Retirar a etapa “${step?.descricao ?? ''}”?`}
      text={`Saem com ela ${countOf(transitions, 'caminho', 'caminhos')}. Tickets abertos continuam no fluxo com que começaram. Ctrl+Z desfaz.`}
      confirmLabel="Retirar etapa"
      tone="error"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
