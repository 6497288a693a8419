import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { useId, useState } from 'react';
import { goalRoutes } from '../../../contract/callcenter/goals.ts';
import type { Output } from '../../../contract/route.ts';
import { call } from '../../dataProvider/call.ts';
import { downloadRoute } from '../../dataProvider/download.ts';
import { uploadFile } from '../../dataProvider/upload.ts';
import { DropZone } from '../../ui/components/files/DropZone.tsx';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { monthName } from './MonthSwitch.tsx';

interface ImportGoalsDialogProps {
  month: string;
  onClose: () => void;
  onDone: () => unknown;
}

type Result = Output<typeof goalRoutes.importFile>['data'];

/** A sheet with a line for each seller; what was refused is told line by line. */
export function ImportGoalsDialog({ month, onClose, onDone }: ImportGoalsDialogProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [result, setResult] = useState<Result | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setProblem('');
    try {
      const arquivo = await uploadFile(file, { purpose: 'PLANILHA' });
      setResult((await call(goalRoutes.importFile, { body: { arquivo, mes: month } })).data);
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Ocorreu um erro desconhecido!');
    } finally {
      setBusy(false);
    }
  };
  const template = () =>
    downloadRoute(goalRoutes.template, { query: { formato: 'xlsx' } }, 'modelo de objetivos.xlsx').catch(
      (error: Error) => setProblem(error.message),
    );
  return (
    <DialogFrame open onClose={busy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Importar objetivos</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <p style={{ margin: 0 }}>
          Colunas Colaborador (código, CPF ou matrícula) e Valor; Margem e Mês (MM/AAAA) são opcionais. Sem
          mês vale {monthName(month)}. Um objetivo que já existe é substituído.
        </p>
        {problem && <Alert severity="error">{problem}</Alert>}
        <DropZone
          label="Planilha de objetivos"
          accept={['.xlsx', '.csv']}
          hint="Excel (.xlsx) ou CSV"
          isFull={busy}
          onFiles={([file]) => void send(file)}
          pasteAnywhere={false}
          single
        >
          {busy && <LinearProgress aria-label="Importando" />}
        </DropZone>
        {result && (
          <div role="status">
            <Alert severity={result.recusados.length > 0 ? 'warning' : 'success'}>
              {result.message}
              <Box component="ul" sx={{ m: 0, pl: 4, maxHeight: 240, overflow: 'auto' }}>
                {result.recusados.map(({ linha, motivo }) => (
                  <li key={linha}>
                    <strong>Linha {linha}</strong>: {motivo}
                  </li>
                ))}
              </Box>
            </Alert>
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void template()} sx={{ mr: 'auto' }}>
          Baixar modelo
        </Button>
        <CloseButton disabled={busy}>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
