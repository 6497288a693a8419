import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { errorText, requestIdOf } from '../errorText.ts';
import { StateMessage } from './StateMessage.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** What was there before the failure: it stays, under a line that tells of the error. */
  children?: ReactNode;
}

/** A failed load: keeps what was there, tells what happened, offers again. */
export function ErrorState({ error, onRetry, children }: ErrorStateProps) {
  const text = errorText(error);
  const id = requestIdOf(error);
  const protocol = id && `Protocolo ${id}`;
  if (!children)
    return (
      <StateMessage
        role="alert"
        icon={<ErrorOutlined />}
        title="Não foi possível carregar"
        text={text}
        note={protocol}
        actions={
          onRetry && (
            <Button variant="outlined" onClick={onRetry}>
              Tentar novamente
            </Button>
          )
        }
      />
    );
  return (
    <>
      <Alert
        severity="error"
        sx={{ mb: 2 }}
        action={
          onRetry && (
            <Button color="error" size="small" onClick={onRetry}>
              Tentar novamente
            </Button>
          )
        }
      >
        {[text, protocol].filter(Boolean).join('\n')}
      </Alert>
      {children}
    </>
  );
}
