import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { demonstrationRoutes } from '../../../contract/config/demonstration.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** For whoever tried the console with the demonstration and begins with their own data. */
export function RemoveDemonstration() {
  const { data, error, refetch } = useRoute(demonstrationRoutes.get, {}, { refetchOnMount: 'always' });
  const [open, setOpen] = useState(false);
  const obstacles = data?.data.impede ?? [];
  return (
    <Section
      title="Começar com os seus dados"
      description="A demonstração sai inteira, com tudo o que foi experimentado nela; o que você configurou fica."
    >
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {!data && !error && <TextSkeleton lines={2} />}
      {obstacles.length > 0 && (
        <Alert severity="warning" sx={{ mb: 3, whiteSpace: 'pre-line' }}>
          {obstacles.join('\n')}
        </Alert>
      )}
      {data && (
        <Button
          variant="outlined"
          color="error"
          disabled={obstacles.length > 0}
          onClick={() => setOpen(true)}
        >
          Remover a demonstração
        </Button>
      )}
      {open && data && <RemoveDialog demonstration={data.data} onClose={() => setOpen(false)} />}
    </Section>
  );
}
