import LockOutlined from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { Button } from '#ui/components/Button.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

/** Why a block shows nothing. */
export const Quiet = styled('p')(({ theme }) => ({
  margin: 0,
  display: 'flex',
  alignItems: 'flex-start',
  gap: 6,
  fontSize: '0.8125rem',
  color: theme.vars.palette.components.textoSecundario,
}));

export const Unseen = () => (
  <Quiet>
    <LockOutlined fontSize="small" aria-hidden />
    Seu perfil não vê este bloco. Quem administra os perfis pode incluí-lo.
  </Quiet>
);

interface BlockFailureProps {
  name: string;
  error: unknown;
  onRetry: () => void;
}

/** Above what was shown before, which stays. */
export const BlockFailure = ({ name, error, onRetry }: BlockFailureProps) => (
  <Alert
    severity="error"
    sx={{ flexWrap: 'wrap', py: 0, mb: 1 }}
    action={
      <Button size="small" color="inherit" aria-label={`Tentar novamente: ${name}`} onClick={onRetry}>
        Tentar novamente
      </Button>
    }
  >
    {errorText(error)}
  </Alert>
);
