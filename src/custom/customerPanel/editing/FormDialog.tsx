import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { CloseButton, DialogFrame, Unsaved } from '../../../ui/components/frame/DialogFrame.tsx';

interface FormDialogProps {
  title: string;
  /** What was refused and belongs to no field. */
  problem?: string | undefined;
  busy: boolean;
  /** Absent while nothing may be sent. */
  onSubmit: () => void;
  onClose: () => void;
  saveLabel?: string;
  closeLabel?: string;
  disabled?: boolean;
  width?: 'xs' | 'sm';
  /** It holds something that was typed; where nobody says so, the fields are looked at. */
  changed?: boolean;
  children: ReactNode;
}

/** A short form in a dialog: Enter and Ctrl+Enter send it, Esc closes it, refusals show in a red alert. */
export function FormDialog(props: FormDialogProps) {
  const { title, problem, busy, onSubmit, onClose, saveLabel = 'Salvar', closeLabel = 'Cancelar' } = props;
  const id = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  return (
    <DialogFrame
      open
      onClose={busy ? undefined : onClose}
      maxWidth={props.width ?? 'xs'}
      fullWidth
      fullScreen={isPhone && props.width === 'sm'}
      aria-labelledby={id}
    >
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog within a form of the page is in its tree of components: what ends here ends here.
          event.stopPropagation();
          if (!busy && !props.disabled) onSubmit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
          {problem && (
            <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
              {problem}
            </Alert>
          )}
          {props.changed !== undefined && <Unsaved active={props.changed} />}
          {props.children}
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={busy}>{closeLabel}</CloseButton>
          <Button type="submit" variant="contained" loading={busy} disabled={props.disabled === true}>
            {saveLabel}
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
