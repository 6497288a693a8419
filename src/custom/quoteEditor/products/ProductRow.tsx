import AddShoppingCartOutlined from '@mui/icons-material/AddShoppingCartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMatch } from 'react-router-dom';
import { productRoutes } from '#contract/callcenter/products.ts';
import { productWaitRoutes } from '#contract/callcenter/productWaits.ts';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { Packaging, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { stockStatus } from '#contract/catalogs/orderStatus.ts';
import { type Decimal, multiplyDecimals } from '#contract/rules/decimal.ts';
import { minimumOf, withPercent } from '#contract/rules/orders/packaging.ts';
import { stockText } from '#contract/rules/orders/shownStock.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { CallFailure } from '#data/http.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { UnitPrice, usePricePlaces } from '#ui/components/display/Texts.tsx';
import { steady } from '#ui/components/steady.tsx';
import { type Answer, Answered, EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton, TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { FINGER } from '#ui/theme/controls.ts';
import { toneColors } from '#ui/theme/theme.tsx';

interface ProductHitsProps {
  id: string;
  found: Answer;
  hits: readonly QuoteProduct[];
  marked: number;
  sellable: (product: QuoteProduct) => boolean;
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
  onQuoted?: ((product: QuoteProduct) => void) | undefined;
  /** Rendered beside the button that adds the product to the quote. */
  mixOf: (product: QuoteProduct) => ReactNode;
}

/** The search results; the marked row stays in view. */
export function ProductHits({
  id,
  found,
  hits,
  marked,
  sellable,
  disabled,
  onAdd,
  onQuoted,
  mixOf,
}: ProductHitsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the marked entry
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [marked]);
  return (
    <Answered answer={found} skeleton={<ListSkeleton rows={4} />}>
      {() =>
        hits.length === 0 ? (
          <EmptyState
            title="Nenhum produto encontrado"
            text="Confira o código, procure por outra palavra, ou veja entre os inativos."
          />
        ) : (
          <Box ref={list} id={id} role="grid" aria-label="Produtos encontrados">
            {hits.map((product, index) => (
              <Hit
                key={product.id}
                id={`${id}-${product.id}`}
                product={product}
                marked={index === marked}
                disabled={disabled}
                sellable={sellable(product)}
                mix={mixOf(product)}
                onAdd={() => onAdd(product)}
                onQuoted={onQuoted && (() => onQuoted(product))}
              />
            ))}
          </Box>
        )
      }
    </Answered>
  );
}

interface HitProps extends Pick<ProductHitsProps, 'id' | 'disabled'> {
  product: QuoteProduct;
  marked: boolean;
  sellable: boolean;
  mix: ReactNode;
  onAdd: () => void;
  onQuoted: (() => void) | undefined;
}

/** A letter of the search renders the products that it finds, and not those that stay. */
const Hit = steady(({ id, product, marked, disabled, sellable, mix, onAdd, onQuoted }: HitProps) => (
  <ProductRow
    id={id}
    product={product}
    marked={marked}
    action={
      <Box sx={{ display: 'flex', gap: 1 }}>
        {mix}
        {onQuoted && (
          <Button size="small" disabled={disabled} onClick={onQuoted}>
            Só cotar
          </Button>
        )}
        <Button
          size="small"
          variant="outlined"
          disabled={disabled || !sellable}
          startIcon={<AddShoppingCartOutlined />}
          aria-label={`Incluir ${product.descricao}`}
          onClick={onAdd}
        >
          Incluir
        </Button>
      </Box>
    }
  />
));

/** The packaging in which a product is offered by default. */
export const standardPack = ({ embalagens }: QuoteProduct): Packaging | undefined => {
  const packs = Object.values(embalagens);
  return packs.find(({ padrao }) => padrao) ?? packs[0];
};

interface ProductRowProps {
  id?: string;
  product: QuoteProduct;
  marked?: boolean;
  /** Secondary text, in grey. */
  note?: string;
  action: ReactNode;
}

/** A product with its price, its stock and the available action. */
export function ProductRow({ id, product, marked, note, action }: ProductRowProps) {
  const pack = standardPack(product);
  const [price] = product.precos;
  if (!pack || !price) return null;
  const cell = id ? { role: 'gridcell' } : {};
  return (
    <Box
      id={id}
      {...(id && { role: 'row', 'aria-selected': marked === true })}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 1fr) auto auto' },
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        ...(marked && { bgcolor: 'action.selected' }),
      }}
    >
      <Box {...cell} sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        <div>{product.descricao}</div>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {[product.idExibicao, product.marca, pack.emb, note].filter(Boolean).join(' · ')}
          {price.carrinho && ` · ${formatQuantity(price.qtdAdicionada)} no orçamento`}
          {Number(price.qtdCotada) > 0 && ` · cotado antes: ${formatQuantity(price.qtdCotada)}`}
        </Box>
        <StockBadge product={product} pack={pack} />
      </Box>
      <Box {...cell} sx={{ textAlign: { sm: 'right' } }}>
        <PackPrice product={product} />
        {price.promocao && <Box sx={{ fontSize: 11, color: 'success.main' }}>Promoção</Box>}
      </Box>
      <Box {...cell}>{action}</Box>
    </Box>
  );
}

/** The price of a product in its standard packaging, before plan and quantity rules. */
export function PackPrice({ product }: { product: QuoteProduct }) {
  const places = usePricePlaces();
  const pack = standardPack(product);
  const [price] = product.precos;
  if (!pack || !price) return null;
  return <UnitPrice value={withPercent(multiplyDecimals(price.preco, pack.fator_preco), '0', places)} />;
}

/** The change that adds this quantity of a product, by default its minimum quantity. */
export function addChange(product: QuoteProduct, quantity: Decimal | null = null): ItemChange {
  const pack = standardPack(product);
  if (!pack) return { idProd: product.id, ...(quantity && { qtde: quantity }) };
  return {
    idProd: product.id,
    idEmb: pack.id,
    qtde: quantity ?? minimumOf({ divides: pack.fracionavel, multiple: pack.multiplo }),
  };
}

/** The same as an entry, which is added together with others. */
export const entryOf = (
  product: QuoteProduct,
  quantity: Decimal | null,
  text = product.descricao,
): LineEntry => {
  const { idEmb, qtde } = addChange(product, quantity);
  return {
    texto: text.slice(0, 200),
    idProd: product.id,
    ...(idEmb !== undefined && { idEmb }),
    ...(qtde !== undefined && { qtde }),
  };
};

interface StockBadgeProps {
  product: QuoteProduct;
  pack: Packaging;
  /** A dot of the status colour before the words, instead of a chip. */
  dot?: boolean;
}

/** Number of packagings that may be sold; opens the stock of each branch. */
export function StockBadge({ product, pack, dot = false }: StockBadgeProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [price] = product.precos;
  if (!price) return null;
  const label =
    price.situacaoEstoque === '3'
      ? 'INDISPONÍVEL NO MOMENTO'
      : `${stockText(price.qtEst, price.qtdMax, pack, product.und)} em estoque`;
  return (
    <>
      <Tooltip title="Exibir detalhes do estoque" describeChild>
        <ButtonBase aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)} sx={TARGET}>
          {dot ? (
            <>
              <StockDot tone={rowOf(stockStatus, price.situacaoEstoque).color} aria-hidden />
              <Box component="span" sx={DOTTED}>
                {label}
              </Box>
            </>
          ) : (
            <StatusChip value={price.situacaoEstoque} catalog={stockStatus} label={label} />
          )}
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

const StockDot = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => ({
    flex: 'none',
    width: 8,
    height: 8,
    marginRight: 6,
    borderRadius: '50%',
    backgroundColor: toneColors(theme, tone).text,
  }),
);

const DOTTED = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: 12,
  lineHeight: '18px',
} as const;

/** The badge is low, so the target extends above and below it. */
const TARGET = {
  borderRadius: 1,
  [FINGER]: { '&::after': { content: '""', position: 'absolute', inset: '-9px 0' } },
} as const;

function StockDetails({ product, pack, idFil }: Omit<StockBadgeProps, 'dot'> & { idFil: number }) {
  const stock = useRoute(productRoutes.stock, { params: { idProd: product.id, idFil } });
  return (
    <div style={{ padding: 16, minWidth: 260, maxWidth: 340 }}>
      <Typography component="h3" sx={{ fontWeight: 600, mb: 2 }}>
        Estoque por filial
      </Typography>
      {stock.isPending && <TextSkeleton lines={3} />}
      <Failure answer={stock} />
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
      {product.precos[0]?.situacaoEstoque === '3' && <TellWhenBack idProd={product.id} idFil={idFil} />}
    </div>
  );
}

/** Notes that the quote's customer waits for the product. */
function TellWhenBack({ idProd, idFil }: { idProd: number; idFil: number }) {
  const idPedido = Number(useMatch('/orcamentos/:id')?.params.id);
  const may = useCan().can('ORCAMENTO_EDITAR');
  const notify = useNotify();
  const create = useRouteCommand(productWaitRoutes.create, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (failure) => notify(failure.message, { type: isWaiting(failure) ? 'info' : 'error' }),
  });
  const noted = create.isSuccess || isWaiting(create.error);
  if (!may || !Number.isInteger(idPedido)) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      loading={create.isPending}
      disabled={noted}
      onClick={() => create.mutate({ body: { idPedido, idProd, idFil } })}
      sx={{ mt: 3 }}
    >
      {noted ? 'Anotado' : 'Avisar quando chegar'}
    </Button>
  );
}

/** Whether it was noted before, here or by a colleague. */
const isWaiting = (failure: CallFailure | null): boolean => failure?.code === 'JA_ESPERA';
