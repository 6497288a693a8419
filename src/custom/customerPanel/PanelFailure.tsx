import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { errorText, requestIdOf } from '../../ui/shell/errorText.ts';

interface PanelFailureProps {
  error: unknown;
  onRetry: () => void;
  /** Of a dialog, which leads back to where it was opened from. */
  onClose?: () => void;
}

/** The customer could not be loaded (document 001 section 8): the server's words, and two ways on. */
export function PanelFailure({ error, onRetry, onClose }: PanelFailureProps) {
  const id = requestIdOf(error);
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 560 }}>
      <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
        {[errorText(error), id && `Protocolo ${id}`].filter(Boolean).join('\n')}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="contained" onClick={onRetry}>
          Tentar novamente
        </Button>
        {onClose ? (
          <Button variant="outlined" onClick={onClose}>
            Fechar
          </Button>
        ) : (
          <Button variant="outlined" component={Link} to="/home">
            Voltar para Home
          </Button>
        )}
      </Box>
    </Box>
  );
}
