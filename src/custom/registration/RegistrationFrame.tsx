import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router-dom';
import type { RegistrationRequest } from '#src/resources/customers/shared/useRegistration.ts';
import { ResultDialog } from '#ui/shell/dialogs/ResultDialog.tsx';
import { useScreens } from '#ui/shell/screens.ts';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';

interface RegistrationHeaderProps {
  titleId: string;
  title?: string;
  /** Name of the customer being registered. */
  name?: string;
  onClose: () => void;
}

/** Title, customer name and close button. */
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
  /** Null while nothing has been registered. */
  registered: Registered | null;
  /** Callback of the requesting screen, which continues with the customer. */
  onDone: ((id: number) => void) | undefined;
  onClose: () => void;
}

/** The server's message with 'Fechar'; when no screen is waiting for the customer, also a link to the customer. */
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

/** Props of both registration forms. */
export interface RegistrationDialogProps {
  request: RegistrationRequest;
  open: boolean;
  onClose: () => void;
  /** Called after the dialog has been removed from the page. */
  onExited: () => void;
}

/** The server's response to saving the customer. */
export interface Registered {
  id: number | undefined;
  message: string;
}

/** Shown while the first step is loading. */
export function StepsSkeleton() {
  return (
    <Box sx={{ flex: 1, px: { xs: 4, md: 6 }, py: 5, borderTop: 1, borderColor: 'divider' }}>
      <FormSkeleton fields={3} />
    </Box>
  );
}
