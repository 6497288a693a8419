import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { CopyButton } from './display/CopyButton.tsx';
import { CloseButton, DialogFrame } from './frame/DialogFrame.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** Describes what will happen. */
  text?: ReactNode;
  /** A verb: 'Arquivar'. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean;
  /** `error` for actions that cannot be undone. */
  tone?: 'primary' | 'error';
  /** The button shows progress while the promise is pending; a rejection's message is shown and the dialog stays open. */
  onConfirm: () => void | Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

/** The question may be taller than the window, in which case a refusal below it would go unseen. */
const intoSight = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' });

/** Asks for confirmation and says what the action will do. */
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

export interface GivenSecret {
  message: string;
  chave: string;
}

interface SecretDialogProps {
  title?: string;
  given: GivenSecret;
  onClose: () => void;
}

/** Shows a secret for the only time. */
export const SecretDialog = ({ title = 'Copie a chave', given, onClose }: SecretDialogProps) => (
  <ConfirmDialog
    open
    title={title}
    text={given.message}
    confirmLabel="Já copiei"
    cancelLabel="Fechar"
    onConfirm={onClose}
    onCancel={onClose}
  >
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3 }}>
      <Box component="code" sx={{ overflowWrap: 'anywhere', fontSize: 14 }}>
        {given.chave}
      </Box>
      <CopyButton text={given.chave} label={title.replace('Copie', 'Copiar')} />
    </Box>
  </ConfirmDialog>
);
