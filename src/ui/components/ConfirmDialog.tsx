import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { CloseButton, DialogFrame } from './frame/DialogFrame.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen. */
  text?: ReactNode;
  /** A verb: 'Arquivar'. */
  confirmLabel: string;
  cancelLabel?: string;
  /** It cannot be confirmed yet. */
  disabled?: boolean;
  /** `error` for what cannot be taken back. */
  tone?: 'primary' | 'error';
  /** While its promise runs, the button shows it; a rejection's message is shown and the dialog stays. */
  onConfirm: () => void | Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks before an act and says what it will do. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, title, text, confirmLabel, cancelLabel = 'Cancelar', tone = 'primary', onCancel } = props;
  const titleId = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await props.onConfirm();
    } catch (error) {
      setProblem((error instanceof Error && error.message) || 'Ocorreu um erro desconhecido!');
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogFrame
      open={open}
      onClose={busy ? undefined : onCancel}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {(text || props.children || problem) && (
        <DialogContent>
          {text && <DialogContentText>{text}</DialogContentText>}
          {props.children}
          {problem && (
            <DialogContentText
              ref={intoSight}
              role="alert"
              sx={{ mt: 2, whiteSpace: 'pre-line', color: 'error.main' }}
            >
              {problem}
            </DialogContentText>
          )}
        </DialogContent>
      )}
      <DialogActions>
        <CloseButton disabled={busy}>{cancelLabel}</CloseButton>
        <Button
          variant="contained"
          color={tone}
          onClick={confirm}
          loading={busy}
          disabled={props.disabled === true}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
};

/** What is asked may be longer than the window: a refusal below it would be seen by nobody. */
const intoSight = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' });
