import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { MAX_PROPOSALS, priceProposalRoutes } from '#contract/records/routes/priceProposals.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';

/** Over the list of products: how many have no price although they were sold, with the way to their proposals. */
export function ProposedPrices() {
  const { data } = useRoute(priceProposalRoutes.list, { query: {} }, { staleTime: 60_000 });
  if (!data || data.total === 0 || !data.podeAceitar) return null;
  const count = formatCount(
    data.total,
    'produto vendido não tem',
    'produtos vendidos não têm',
    MAX_PROPOSALS,
  );
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button size="small" color="inherit" component={Link} to="/cadastros/produtos/propostas">
          Ver propostas
        </Button>
      }
    >
      {count} preço. As últimas notas dizem por quanto foram vendidos.
    </Alert>
  );
}
