import Box from '@mui/material/Box';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/components/display/CopyButton.tsx';

export interface GivenSecret {
  message: string;
  chave: string;
}

/** The one moment in which a secret is seen. */
export const SecretDialog = ({ given, onClose }: { given: GivenSecret; onClose: () => void }) => (
  <ConfirmDialog
    open
    title="Copie a chave"
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
      <CopyButton text={given.chave} label="Copiar chave" />
    </Box>
  </ConfirmDialog>
);
