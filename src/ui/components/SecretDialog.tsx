import Box from '@mui/material/Box';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { CopyButton } from './display/CopyButton.tsx';

export interface GivenSecret {
  message: string;
  chave: string;
}

interface SecretDialogProps {
  title?: string;
  given: GivenSecret;
  onClose: () => void;
}

/** The one moment in which a secret is seen. */
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
