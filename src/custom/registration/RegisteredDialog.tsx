import { useNavigate } from 'react-router-dom';
import { ResultDialog } from '../../ui/shell/dialogs/ResultDialog.tsx';
import { useScreens } from '../console/screens.ts';
import type { Registered } from './dialogProps.ts';

interface RegisteredDialogProps {
  /** null: nothing was registered yet. */
  registered: Registered | null;
  /** Of the screen that asked for it: it goes on with the customer. */
  onDone: ((id: number) => void) | undefined;
  onClose: () => void;
}

/** The server's message with 'Fechar'; where nobody waits for the customer, also the way to them. */
export function RegisteredDialog({ registered, onDone, onClose }: RegisteredDialogProps) {
  const navigate = useNavigate();
  const screens = useScreens();
  const id = registered?.id;
  const leave = () => {
    onClose();
    if (id !== undefined) onDone?.(id);
  };
  const show = () => {
    onClose();
    navigate(`/clientes/${id}`);
  };
  return (
    <ResultDialog
      result={registered && { state: 'success', text: registered.message }}
      onClose={leave}
      closeLabel="Fechar"
      {...(id !== undefined &&
        !onDone &&
        screens.has('/clientes') && { success: { label: 'Ver cliente', onClick: show } })}
    />
  );
}
