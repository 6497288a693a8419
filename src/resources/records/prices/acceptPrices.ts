import { useNotify } from 'ra-core';
import { type PriceProposal, priceProposalRoutes } from '#contract/records/routes/priceProposals.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';

/** 'NF 1234, de 12/11/2026', and how its unit led to the price where it was another: 'CX de 12 UN a R$ 150,00'. */
export function saleText({ nota, unidade }: PriceProposal): string {
  const paper = `NF ${nota.numNf}, de ${formatCalendarDate(nota.emissao)}`;
  if (compareDecimals(nota.fator, '1') === 0) return paper;
  return `${paper}, ${nota.unidade} de ${formatQuantity(nota.fator)} ${unidade} a ${unitPriceText(nota.preco)}`;
}

/** Accepts proposed prices as they are shown; `null` when that failed as a whole, which has been said. */
export function useAcceptPrices() {
  const refetch = useRefetch();
  const notify = useNotify();
  const { mutateAsync, isPending } = useRouteCommand(priceProposalRoutes.accept);
  const accept = async (proposals: readonly PriceProposal[]): Promise<RowResults | null> => {
    const itens = proposals.map(({ idProd, preco }) => ({ idProd, preco }));
    const results = await mutateAsync({ body: { itens } }).catch((error: Error) => {
      notify(error.message, { type: 'error' });
      return null;
    });
    void refetch(priceProposalRoutes.accept);
    if (results?.falhas.length === 1 && results.sucesso.length === 0)
      notify(results.falhas[0]?.mensagem ?? '', { type: 'warning' });
    else if (results && results.sucesso.length > 0)
      notify(formatCount(results.sucesso.length, 'preço salvo.', 'preços salvos.'), { type: 'success' });
    return results;
  };
  return { accept, isPending };
}
