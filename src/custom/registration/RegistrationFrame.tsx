import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router-dom';
import { ResultDialog } from '../../ui/shell/dialogs/ResultDialog.tsx';
import { FormSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { useScreens } from '../console/screens.ts';
import type { RegistrationRequest } from './registrationRequest.ts';

interface RegistrationHeaderProps {
  titleId: string;
  title?: string;
  /** Who is being registered. */
  name?: string;
  onClose: () => void;
}

/** Title, whose it is, and the way out. */
export function RegistrationHeader({
  titleId,
  title = 'Cadastrar Cliente',
  name,
  onClose,
}: RegistrationHeaderProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: { xs: 4, md: 6 }, pr: 3, minHeight: 52 }}
    >
      <Typography id={titleId} variant="h2" component="h2" sx={{ flex: 'none' }}>
        {title}
      </Typography>
      <Typography noWrap sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        {name}
      </Typography>
      <IconButton aria-label="Fechar" onClick={onClose}>
        <CloseOutlined />
      </IconButton>
    </Box>
  );
}

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

/** Of either form of registration. */
export interface RegistrationDialogProps {
  request: RegistrationRequest;
  open: boolean;
  onClose: () => void;
  /** It has gone from the page. */
  onExited: () => void;
}

/** What the server said when the customer was saved. */
export interface Registered {
  id: number | undefined;
  message: string;
}

/** The first step on its way. */
export function StepsSkeleton() {
  return (
    <Box sx={{ flex: 1, px: { xs: 4, md: 6 }, py: 5, borderTop: 1, borderColor: 'divider' }}>
      <FormSkeleton fields={3} />
    </Box>
  );
}
