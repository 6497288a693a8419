import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { type DefinitionDetail, definitionRoutes } from '../../../../contract/config/definitions.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';

interface RollBackPlanProps {
  detail: DefinitionDetail;
  /** Of the version to go back to; absent for the standard file. */
  number?: number;
}

/** What going back will change of what holds now, sentence by sentence, and what stands against it. */
export function RollBackPlan({ detail: { tipo, chave }, number }: RollBackPlanProps) {
  const query = useRoute(
    definitionRoutes.rollBackPlan,
    { params: { tipo, chave }, query: number === undefined ? {} : { numero: number } },
    // Asked anew each time: what holds may have changed.
    { staleTime: 0, gcTime: 0 },
  );
  if (query.isPending) return <TextSkeleton lines={3} />;
  if (query.error) return <Alert severity="warning">{errorText(query.error)}</Alert>;
  const { mudancas, problemas } = query.data;
  const against = problemas.filter(({ gravidade }) => gravidade === 'ERRO');
  return (
    <section aria-label="O que muda" style={{ marginTop: 16 }}>
      <Typography component="h3" sx={{ fontWeight: 600, mb: 1 }}>
        O que muda
      </Typography>
      {mudancas.length === 0 && <p style={{ margin: 0 }}>Nada: é o mesmo que já está publicado.</p>}
      <ul style={{ margin: 0, paddingLeft: 20, maxHeight: 240, overflowY: 'auto' }}>
        {mudancas.map(({ ponteiro, frase }) => (
          <li key={`${ponteiro} ${frase}`} style={{ overflowWrap: 'anywhere' }}>
            {frase}
          </li>
        ))}
      </ul>
      {against.length > 0 && (
        <Alert severity="error" sx={{ mt: 3 }}>
          Ela não poderia ser publicada hoje: {against.map(({ mensagem }) => mensagem).join(' ')}
        </Alert>
      )}
    </section>
  );
}
