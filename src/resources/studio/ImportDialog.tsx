import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { useId, useRef, useState } from 'react';
import { definitionRoutes } from '../../../contract/config/definitions.ts';
import { countOf } from '../../custom/schemaStudio/definitionWords.ts';
import { attemptKeys } from '../../dataProvider/attemptKeys.ts';
import { call } from '../../dataProvider/call.ts';
import { DropZone } from '../../ui/components/files/DropZone.tsx';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { errorText } from '../../ui/shell/errorText.ts';
import { lineKey, type PlanLine, PlanTable } from './PlanTable.tsx';

interface ImportDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** A file, what it would do line by line, and the chosen lines become drafts. */
export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const id = useId();
  const { plan, chosen, setChosen, busy, problem, read, take } = useImport(onDone);
  return (
    <DialogFrame open onClose={busy ? undefined : onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Importar definições</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        <DropZone
          label="Arquivo exportado"
          accept={['.json']}
          hint="Um arquivo JSON exportado pelo estúdio. Nada é gravado antes de você escolher."
          isFull={busy}
          onFiles={(files) => files[0] && void read(files[0])}
          pasteAnywhere={false}
        >
          {null}
        </DropZone>
        {problem && <Alert severity="error">{problem}</Alert>}
        {plan && <PlanTable plan={plan} chosen={chosen} onChoose={setChosen} />}
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={busy}>Cancelar</CloseButton>
        <Button variant="contained" onClick={take} loading={busy} disabled={chosen.length === 0}>
          {chosen.length === 0 ? 'Importar' : `Importar ${countOf(chosen.length, 'rascunho', 'rascunhos')}`}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

function useImport(onDone: () => void) {
  const notify = useNotify();
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<readonly PlanLine[] | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const keyOf = useRef(attemptKeys());
  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    await what().catch((error: unknown) => setProblem(errorText(error)));
    setBusy(false);
  };
  const read = (file: File) =>
    attempt(async () => {
      setPlan(null);
      setChosen([]);
      const texto = await file.text();
      const lines = await call(definitionRoutes.planImport, { body: { texto } });
      setText(texto);
      setPlan(lines);
      setChosen(lines.filter(({ acao }) => acao === 'CRIAR' || acao === 'ALTERAR').map(lineKey));
    });
  const take = () =>
    attempt(async () => {
      const escolhidas = (plan ?? [])
        .filter((line) => chosen.includes(lineKey(line)))
        .map(({ tipo, chave }) => ({ tipo, chave }));
      const body = { texto: text, escolhidas };
      const options = { idempotencyKey: keyOf.current(body) };
      const { importadas } = await call(definitionRoutes.importFile, { body }, options);
      notify(
        `${countOf(importadas.length, 'rascunho importado', 'rascunhos importados')}. Revise e publique.`,
        {
          type: 'success',
        },
      );
      onDone();
    });
  return { plan, chosen, setChosen, busy, problem, read, take };
}
