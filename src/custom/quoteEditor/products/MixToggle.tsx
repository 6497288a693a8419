import PlaylistAddCheckOutlined from '@mui/icons-material/PlaylistAddCheckOutlined';
import PlaylistAddOutlined from '@mui/icons-material/PlaylistAddOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { productRoutes } from '#contract/callcenter/products.ts';
import type { EditedQuote, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';

/** The product mix of the quote's customer, as sold by the branch: one query for the panel and every toggle. */
export const useMix = ({ cliente, filial }: EditedQuote) =>
  useRoute(productRoutes.mixOfCustomer, { params: { idCli: cliente.id, idFil: filial.id } });

interface MixToggleProps {
  quote: EditedQuote;
  product: QuoteProduct;
}

/** Whether a product is in the customer's mix, and what adds or removes it (document 002 line 69). */
export function useMixToggle(quote: EditedQuote, product: QuoteProduct) {
  const client = useQueryClient();
  const notify = useNotify();
  const mix = useMix(quote);
  const isChosen = mix.data?.some(({ id, escolhido }) => escolhido && id === product.id) === true;
  const choose = useRouteCommand(productRoutes.chooseForMix, {
    onSuccess: async ({ data }) => {
      notify(data.message, { type: 'success' });
      await client.invalidateQueries({ queryKey: routeKey(productRoutes.mixOfCustomer) });
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  const params = { idCli: quote.cliente.id, idFil: quote.filial.id, idProd: product.id };
  return {
    isChosen,
    title: isChosen ? 'Remover do mix do cliente' : 'Incluir no mix do cliente',
    icon: isChosen ? <PlaylistAddCheckOutlined fontSize="small" /> : <PlaylistAddOutlined fontSize="small" />,
    disabled: !mix.data || choose.isPending,
    toggle: () => choose.mutate({ params, body: { noMix: !isChosen } }),
  };
}

export function MixToggle({ quote, product }: MixToggleProps) {
  const { isChosen, title, icon, disabled, toggle } = useMixToggle(quote, product);
  return (
    <Tooltip title={title}>
      <span>
        <IconButton
          size="small"
          color={isChosen ? 'primary' : 'default'}
          aria-label={`${title}: ${product.descricao}`}
          disabled={disabled}
          onClick={toggle}
        >
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
