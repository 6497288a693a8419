import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { ProviderButton, type ProviderWay } from './ProviderButton.tsx';

interface ProviderFirstProps {
  /** The company's provider, by which alone its team signs in. */
  name: string;
  inWindow?: ProviderWay;
  /** CPF and password, for consumers; shown once somebody asks for it. */
  children: ReactNode;
}

/** Where the team signs in by the company's provider only, its button comes first, and nobody of the team types a CPF in vain. */
export function ProviderFirst({ name, inWindow, children }: ProviderFirstProps) {
  const [otherwise, setOtherwise] = useState(false);
  if (otherwise)
    return (
      <Stack spacing={3}>
        {children}
        <Button fullWidth onClick={() => setOtherwise(false)}>
          Sou da equipe
        </Button>
      </Stack>
    );
  return (
    <Stack spacing={3}>
      <ProviderButton main label={`Entrar com ${name}`} {...(inWindow && { inWindow })} />
      <Button fullWidth onClick={() => setOtherwise(true)}>
        Não sou da equipe: entrar com CPF
      </Button>
    </Stack>
  );
}
