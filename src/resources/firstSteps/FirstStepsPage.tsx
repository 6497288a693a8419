import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { demonstrationRoutes } from '../../../contract/config/demonstration.ts';
import { firstStepRoutes } from '../../../contract/config/firstSteps.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { ListSkeleton, TextSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { StepRow } from './StepRow.tsx';

/** `/primeiros-passos`: from nothing to the first ticket and the first order. */
export function FirstStepsPage() {
  return (
    <Guarded permission="CONFIGURACAO">
      <Steps />
    </Guarded>
  );
}

function Steps() {
  const { can } = useCan();
  const { data, error, refetch } = useRoute(firstStepRoutes.get, {}, { refetchOnMount: 'always' });
  const steps = data?.data.passos ?? [];
  const next = steps.find(({ feito, pulado, essencial }) => essencial && !feito && !pulado);
  const done = steps.filter(({ feito }) => feito).length;
  return (
    <Page
      title="Primeiros passos"
      width="form"
      count={steps.length > 0 && `${done} de ${steps.length} feitos`}
    >
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {!data && !error && <ListSkeleton rows={8} />}
      {data && steps.length === 0 && (
        <EmptyState
          title="Nenhum passo para você"
          text="Os passos da empresa são de quem cadastra filiais, pessoas, produtos e clientes. Peça a um administrador."
        />
      )}
      {data && steps.length > 0 && (
        <>
          <Typography sx={{ mb: 3, maxWidth: 640, color: (t) => t.vars.palette.components.textoSecundario }}>
            {data.data.demonstracao
              ? 'Esta é a empresa de demonstração: os passos estão feitos com dados inventados.'
              : data.data.faltam > 0
                ? 'Cada passo libera o seguinte. O que está feito se vê pelo que há no banco; nada precisa ser marcado.'
                : 'O essencial está feito. O que for pulado ou vier depois continua aqui.'}
          </Typography>
          {data.data.demonstracao && can('CONFIGURACAO_PERFIS') && (
            <Box sx={{ mb: 4 }}>
              <RemoveDemonstration />
            </Box>
          )}
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {steps.map((step) => (
              <StepRow key={step.chave} step={step} isNext={step === next} smtp={data.data.smtp} />
            ))}
          </Box>
        </>
      )}
    </Page>
  );
}

/** For whoever tried the console with the demonstration and begins with their own data. */
function RemoveDemonstration() {
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
