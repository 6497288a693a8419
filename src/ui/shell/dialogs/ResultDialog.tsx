import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Button } from '#ui/components/Button.tsx';

/** The progress of an action. `done` is the completed fraction from 0 to 1 if known, e.g. for uploads. */
export type Result =
  | { state: 'progress'; text?: string; done?: number }
  | { state: 'success'; text?: string }
  | { state: 'error'; text: string; requestId?: string };

interface ResultDialogProps {
  /** Null when closed. */
  result: Result | null;
  onClose: () => void;
  /** Offers 'Tentar novamente' after an error. */
  onRetry?: () => void;
  /** An additional button after a success, such as 'Ir para o ticket', which becomes the primary one. */
  success?: { label: string; onClick: () => void };
  /** 'Ok, fechar' by default; after an error, `errorCloseLabel` is used instead. */
  closeLabel?: string;
  errorCloseLabel?: string;
}

/** The generic result dialog (document 002 section 2). It cannot be closed while in progress. */
export function ResultDialog(props: ResultDialogProps) {
  const {
    result,
    onClose,
    onRetry,
    success,
    closeLabel = 'Ok, fechar',
    errorCloseLabel = closeLabel,
  } = props;
  const id = useId();
  if (!result) return null;
  const { state } = result;
  return (
    <Dialog
      open
      onClose={state === 'progress' ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
    >
      <Box aria-live="assertive" sx={{ px: 6, pt: 7, pb: 2, textAlign: 'center' }}>
        <Face result={result} textId={id} />
      </Box>
      <DialogActions sx={{ justifyContent: 'center', minHeight: 24, pb: 6 }}>
        {state === 'success' && (
          <>
            <Button variant={success ? 'outlined' : 'contained'} onClick={onClose} autoFocus={!success}>
              {closeLabel}
            </Button>
            {success && (
              <Button variant="contained" onClick={success.onClick} autoFocus>
                {success.label}
              </Button>
            )}
          </>
        )}
        {state === 'error' && (
          <>
            <Button variant={onRetry ? 'outlined' : 'contained'} onClick={onClose} autoFocus={!onRetry}>
              {errorCloseLabel}
            </Button>
            {onRetry && (
              <Button variant="contained" onClick={onRetry} autoFocus>
                Tentar novamente
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Face({ result, textId }: { result: Result; textId: string }) {
  if (result.state === 'progress') return <Progress text={result.text} done={result.done} textId={textId} />;
  const good = result.state === 'success';
  const Icon = good ? CheckCircleOutlined : ErrorOutlined;
  return (
    <>
      <Icon
        sx={{ fontSize: 40, mb: 3, color: (t) => t.vars.palette.actions[good ? 'sucesso' : 'perigo'].text }}
      />
      <Text id={textId}>{good ? (result.text ?? 'Ação realizada com sucesso!') : result.text}</Text>
      {!good && result.requestId && (
        <Typography variant="caption" component="p" sx={{ mt: 2, color: 'text.secondary' }}>
          Protocolo {result.requestId}
        </Typography>
      )}
    </>
  );
}

function Progress({ text, done, textId }: { text?: string; done?: number; textId: string }) {
  return (
    <>
      <Text id={textId}>{text ?? 'Processando solicitação'}</Text>
      <LinearProgress
        aria-labelledby={textId}
        variant={done === undefined ? 'indeterminate' : 'determinate'}
        value={done === undefined ? undefined : Math.round(done * 100)}
        sx={{ mt: 4, borderRadius: 2 }}
      />
    </>
  );
}

function Text({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Typography id={id} variant="h2" component="p" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}
