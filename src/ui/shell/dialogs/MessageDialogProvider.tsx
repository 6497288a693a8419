import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { createContext, type ReactNode, useCallback, useContext, useId, useState } from 'react';

export interface Message {
  text: ReactNode;
  /** 'Atenção' by default. */
  title?: string;
  /** Called after 'Entendi'. */
  onClose?: () => void;
}

const MessageDialogContext = createContext<(message: Message | string) => void>(() => {});

/** Shows a message that must be acknowledged: `showMessage('Texto')` or `showMessage({ title, text, onClose })`. */
export const useMessageDialog = () => useContext(MessageDialogContext);

/** The global message dialog with its 'Entendi' button. Messages that arrive while one is open are queued. */
export function MessageDialogProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Message[]>([]);
  const [open, setOpen] = useState(false);
  const show = useCallback((message: Message | string) => {
    setQueue((before) => [...before, typeof message === 'string' ? { text: message } : message]);
    setOpen(true);
  }, []);
  const close = () => {
    setOpen(false);
    queue[0]?.onClose?.();
  };
  const next = () => {
    setQueue((before) => before.slice(1));
    if (queue.length > 1) setOpen(true);
  };
  return (
    <MessageDialogContext.Provider value={show}>
      {children}
      <MessageDialog message={queue[0]} open={open} onClose={close} onExited={next} />
    </MessageDialogContext.Provider>
  );
}

interface MessageDialogProps {
  message: Message | undefined;
  open: boolean;
  onClose: () => void;
  onExited: () => void;
}

function MessageDialog({ message, open, onClose, onExited }: MessageDialogProps) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-titulo`}
      aria-describedby={`${id}-texto`}
      slotProps={{ transition: { onExited } }}
    >
      <DialogTitle id={`${id}-titulo`}>{message?.title ?? 'Atenção'}</DialogTitle>
      <DialogContent>
        <DialogContentText
          id={`${id}-texto`}
          component="div"
          sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {message?.text}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          Entendi
        </Button>
      </DialogActions>
    </Dialog>
  );
}
