import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type CreditLimit, customerUpkeepRoutes } from '../../../../../contract/callcenter/customerUpkeep.ts';
import { formatCalendarDate } from '../../../../../contract/rules/calendarDate.ts';
import { useRoute } from '../../../../dataProvider/useRoute.ts';
import { KeyValueList } from '../../../../ui/components/detail/KeyValueList.tsx';
import { Section } from '../../../../ui/components/detail/Section.tsx';
import { Money } from '../../../../ui/components/display/Money.tsx';
import { ErrorState } from '../../../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../../../ui/shell/states/skeletons.tsx';

/** What the customer may still owe, by way of collecting and plan. */
export function CreditLimitsCard({ idCli }: { idCli: number }) {
  const { data, error, refetch } = useRoute(customerUpkeepRoutes.limits, { params: { idCli } });
  return (
    <Section title="Limites de Crédito">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TextSkeleton lines={3} />}
      {data?.length === 0 && <Typography color="text.secondary">Nenhum limite disponível.</Typography>}
      <Box sx={{ display: 'grid', gap: 5 }}>
        {data?.map((limit) => (
          <Limit key={limit.id} limit={limit} />
        ))}
      </Box>
    </Section>
  );
}

function Limit({ limit }: { limit: CreditLimit }) {
  const share = usedShare(limit);
  const name = [limit.cobranca?.desc, limit.plano?.desc].filter(Boolean).join(' · ') || 'Limite geral';
  return (
    <div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography component="h3" sx={{ fontWeight: 500 }}>
          {name}
        </Typography>
        <span>{share}% usado</span>
      </Box>
      <LinearProgress
        variant="determinate"
        value={Math.min(share, 100)}
        aria-label={`${name}: ${share}% usado`}
        color={tone(share)}
        sx={{ borderRadius: 2, mb: 3 }}
      />
      <KeyValueList
        pairWidth={140}
        items={[
          { label: 'Total', value: <Money value={limit.limite_total} decimals={2} /> },
          { label: 'Utilizado', value: <Money value={limit.limite_utilizado} decimals={2} /> },
          { label: 'Disponível', value: <Money value={limit.limite_disponivel} decimals={2} /> },
          { label: 'Crédito do cliente', value: <Money value={limit.credito_disponivel} decimals={2} /> },
          {
            label: 'Vencimento',
            value: limit.data_vencimento ? formatCalendarDate(limit.data_vencimento) : 'Sem vencimento',
          },
        ]}
      />
    </div>
  );
}

/** Of a bar only: what is owed and what is left stand beside it as exact amounts. */
function usedShare({ limite_total, limite_utilizado }: CreditLimit): number {
  const total = Number(limite_total);
  return total > 0 ? Math.round((100 * Number(limite_utilizado)) / total) : 0;
}

const tone = (share: number) => (share >= 100 ? 'error' : share >= 80 ? 'warning' : 'primary');
