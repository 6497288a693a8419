import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { firstStepRoutes } from '#contract/config/firstSteps.ts';
import { useRoute } from '#data/useRoute.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { StepRow } from './StepRow.tsx';
import { BeginRehearsal, RemoveTrial } from './Trial.tsx';

/** `/primeiros-passos`: guides from an empty installation to the first ticket and the first order. */
export function FirstStepsPage() {
  return (
    <RequirePermission permission="CONFIGURACAO">
      <Steps />
    </RequirePermission>
  );
}

function Steps() {
  const { can } = useCan();
  // The last answer is not shown again: whoever comes back has done a step, and its new line would move the rows under the hand.
  const { data, error, refetch } = useRoute(firstStepRoutes.get, {}, { staleTime: 0, gcTime: 0 });
  const steps = data?.data.passos ?? [];
  const next = steps.find(({ feito, pulado, essencial }) => essencial && !feito && !pulado);
  const done = steps.filter(({ feito }) => feito).length;
  return (
    <Page
      title={{ menu: 'Primeiros passos' }}
      width="form"
      count={steps.length > 0 && `${done} de ${steps.length} feitos`}
    >
      <Failure answer={{ data, error, refetch }} />
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
                ? 'Cada passo libera o seguinte. O que está feito se vê pelo que há no banco; o que já vem no console, alguém confere.'
                : 'O essencial está feito. O que for pulado ou vier depois continua aqui.'}
          </Typography>
          {can('CONFIGURACAO_PERFIS') && data.data.ensaio !== 'NAO' && (
            <Box sx={{ mb: 4 }}>
              {data.data.ensaio === 'PODE' ? (
                <BeginRehearsal />
              ) : (
                <RemoveTrial kind={data.data.demonstracao ? 'demonstration' : 'rehearsal'} />
              )}
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
