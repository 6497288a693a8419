import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { firstStepRoutes } from '#contract/config/firstSteps.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import { Undecided } from '#ui/shell/states/skeletons.tsx';

/** Guides the person setting up the company to what is still missing; disappears once nothing essential is. */
export function FirstSteps() {
  const { data, isLoading } = useRoute(firstStepRoutes.get, {});
  if (isLoading) return <Undecided />;
  if (!data) return null;
  const { faltam, demonstracao } = data.data;
  if (faltam === 0 || demonstracao) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button component={Link} to="/primeiros-passos" color="inherit" sx={{ whiteSpace: 'nowrap' }}>
          Primeiros passos
        </Button>
      }
    >
      {`${faltam === 1 ? 'Falta' : 'Faltam'} ${formatCount(faltam, 'passo', 'passos')} para a empresa atender e vender por aqui.`}
    </Alert>
  );
}
