import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { productRoutes } from '../../../../contract/callcenter/products.ts';
import type { Packaging, QuoteProduct } from '../../../../contract/callcenter/quoteShapes.ts';
import { stockStatus } from '../../../../contract/catalogs/orderStatus.ts';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { stockText } from '../../../../contract/rules/orders/shownStock.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { StatusChip } from '../../../ui/components/display/Chips.tsx';
import { ErrorState } from '../../../ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { FINGER } from '../../../ui/theme/controls.ts';

interface StockBadgeProps {
  product: QuoteProduct;
  pack: Packaging;
}

/** How many packagings may be sold; opens what each branch has. */
export function StockBadge({ product, pack }: StockBadgeProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [price] = product.precos;
  if (!price) return null;
  const none = price.situacaoEstoque === '3';
  return (
    <>
      <Tooltip title="Exibir detalhes do estoque" describeChild>
        <ButtonBase aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)} sx={TARGET}>
          <StatusChip
            value={price.situacaoEstoque}
            catalog={stockStatus}
            label={
              none
                ? 'INDISPONÍVEL NO MOMENTO'
                : `${stockText(price.qtEst, price.qtdMax, pack, product.und)} em estoque`
            }
          />
        </ButtonBase>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': `Estoque de ${product.descricao}` } }}
      >
        {anchor && <StockDetails product={product} pack={pack} idFil={price.idFil} />}
      </Popover>
    </>
  );
}

/** The badge is low; a finger may press above and below it as well. */
const TARGET = {
  borderRadius: 1,
  [FINGER]: { '&::after': { content: '""', position: 'absolute', inset: '-9px 0' } },
} as const;

function StockDetails({ product, pack, idFil }: StockBadgeProps & { idFil: number }) {
  const stock = useRoute(productRoutes.stock, { params: { idProd: product.id, idFil } });
  return (
    <div style={{ padding: 16, minWidth: 260, maxWidth: 340 }}>
      <Typography component="h3" sx={{ fontWeight: 600, mb: 2 }}>
        Estoque por filial
      </Typography>
      {stock.isPending && <TextSkeleton lines={3} />}
      {stock.error && <ErrorState error={stock.error} onRetry={() => void stock.refetch()} />}
      <ul style={{ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 8 }}>
        {stock.data?.map((branch) => (
          <li key={branch.idFil} style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
            <span>
              {branch.filial}
              {branch.previsao && <small> · chega em {formatCalendarDate(branch.previsao)}</small>}
            </span>
            <StatusChip
              value={branch.situacao}
              catalog={stockStatus}
              label={
                branch.situacao === '3' ? 'Sem estoque' : stockText(branch.qtEst, '-1', pack, product.und)
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
