import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { priceProposalRoutes } from '#contract/records/routes/priceProposals.ts';
import { useRoute } from '#data/useRoute.ts';
import { UnitPrice } from '#ui/components/display/Texts.tsx';
import { saleText, useAcceptPrices } from './acceptPrices.ts';

/** On the page of a product without a price: what it was last sold for, which one press makes its price. */
export function ProposedPrice({ id }: { id: number }) {
  const { data } = useRoute(priceProposalRoutes.list, { query: { idProd: id } });
  const { accept, isPending } = useAcceptPrices();
  const proposal = data?.itens[0];
  if (!data || !proposal) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 4 }}
      action={
        data.podeAceitar && (
          <Button
            size="small"
            color="inherit"
            data-commits
            loading={isPending}
            onClick={() => void accept([proposal])}
          >
            Usar este preço
          </Button>
        )
      }
    >
      Este produto não tem preço. A última venda foi a <UnitPrice value={proposal.preco} /> por{' '}
      {proposal.unidade}: {saleText(proposal)}.
    </Alert>
  );
}
