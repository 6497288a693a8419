import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { importRoutes } from '#contract/records/routes/imports.ts';
import type { RecordImport, RefusedLine } from '#contract/records/routes/recordImport.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { AuthoredLabels } from '#ui/words.ts';

interface CorrectLineProps {
  chave: string;
  job: RecordImport;
  line: number;
  onClose: () => void;
  onCorrected: (answer: { data: RecordImport }) => void;
  /** Called when another window of the same person was faster; what was typed stays, for the import as it is now. */
  onRefused: () => void;
}

/** The cells of a refused line as fields, each with its problems; the next trial reads what is typed here. */
export function CorrectLineDialog({ chave, job, line, onClose, onCorrected, onRefused }: CorrectLineProps) {
  const params = { chave, idImportacao: job.id, linha: line };
  const answer = useRoute(importRoutes.refusedLine, { params });
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const save = useRouteCommand(importRoutes.correctLine, { onSuccess: onCorrected, onError: onRefused });
  const id = useId();
  const textOf = ({ texto }: Cell, column: number) => typed[column] ?? texto;
  const submit = () => {
    const celulas = (answer.data?.data.celulas ?? []).map(textOf);
    save.mutate({ params, body: { versao: job.versao, celulas } });
  };
  return (
    <DialogFrame
      open
      onClose={save.isPending ? undefined : onClose}
      maxWidth="sm"
      fullWidth
      fullScreen="phone"
      aria-labelledby={id}
    >
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <DialogTitle id={id}>{`Corrigir a linha ${line}`}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
          <Unsaved active={Object.keys(typed).length > 0} />
          {save.error && <Alert severity="error">{errorText(save.error)}</Alert>}
          <Answered answer={answer} skeleton={<TextSkeleton lines={6} />}>
            {({ data }) => (
              <>
                {data.problemas.map((problem) => (
                  <Alert key={problem} severity="warning">
                    {problem}
                  </Alert>
                ))}
                <AuthoredLabels value>
                  {data.celulas.map((cell, column) => (
                    <TextField
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by position, since titles may repeat
                      key={column}
                      size="small"
                      label={cell.titulo}
                      value={textOf(cell, column)}
                      error={cell.problemas.length > 0 && typed[column] === undefined}
                      helperText={cell.problemas.join(' ') || undefined}
                      autoFocus={column === firstFault(data)}
                      onChange={({ target }) => setTyped({ ...typed, [column]: target.value })}
                    />
                  ))}
                </AuthoredLabels>
              </>
            )}
          </Answered>
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={save.isPending}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" loading={save.isPending} disabled={!answer.data}>
            Salvar correção
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

type Cell = RefusedLine['celulas'][number];

const firstFault = ({ celulas }: RefusedLine): number =>
  Math.max(
    0,
    celulas.findIndex(({ problemas }) => problemas.length > 0),
  );
