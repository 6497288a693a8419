import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import type { ItemChange } from '../../../contract/callcenter/quoteEditing.ts';
import type { CartItem, EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { negotiationStatus } from '../../../contract/catalogs/negotiationStatus.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { formatPercent } from '../../../contract/rules/format.ts';
import { packMax } from '../../../contract/rules/orders/shownStock.ts';
import { Money } from '../components/display/Money.tsx';
import { StatusChip } from '../components/display/StatusChip.tsx';
import { TextSkeleton } from '../layout/states/skeletons.tsx';
import { labelOnPhone } from './labelOnPhone.ts';
import { PriceField } from './PriceField.tsx';
import { QuantitySelector } from './QuantitySelector.tsx';
import { StockBadge } from './StockBadge.tsx';

const LineDetails = lazy(async () => ({ default: (await import('./LineDetails.tsx')).LineDetails }));

/** Product, quantity, price, total. */
export const LINE_COLUMNS = 'minmax(0, 1fr) 156px 108px 92px';

interface CartLineProps {
  item: CartItem;
  quote: EditedQuote;
  disabled: boolean;
  /** What the server refused of this line. */
  problems: Readonly<Record<string, string>>;
  onChange: (change: ItemChange) => void;
  onAdd: (change: ItemChange) => void;
  onRemove: (from: Element) => void;
  onNegotiate: () => void;
  onSearch: () => void;
  onForget: () => void;
}

/** A line of the quote: quantity, packaging, price, and what belongs to it when it is opened. */
export function CartLine(props: CartLineProps) {
  const { item, quote, disabled, problems, onChange } = props;
  const { produto } = item;
  const [open, setOpen] = useState(false);
  const packs = Object.values(produto.embalagens);
  const pack = produto.embalagens[String(item.idEmb)] ?? packs[0];
  if (!pack) return null;
  const limits = {
    unit: pack.unidade,
    divides: pack.fracionavel,
    multiple: pack.multiplo,
    max: packMax(produto.precos[0]?.qtdMax ?? '-1', pack.fator_conversao),
    digits: quote.regras.tamanhoMaximoQuantidade,
  };
  const change = (part: Omit<ItemChange, 'id'>) => onChange({ id: item.id, ...part });
  return (
    <Box
      component="li"
      data-testid="cart-line"
      data-product={produto.id}
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        py: 2,
        // What has the focus is never behind the search or the sums.
        '&, & input, & button': { scrollMarginTop: 220, scrollMarginBottom: 120 },
      }}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: { xs: 2, sm: 0.5 },
          alignItems: 'start',
          gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: LINE_COLUMNS },
        }}
      >
        <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 'auto' }, gridRow: { sm: '1 / 3' } }}>
          <Box sx={{ fontWeight: 500 }}>{produto.descricao}</Box>
          <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 1 }}>
            {[
              produto.idExibicao,
              produto.marca,
              item.idFil !== quote.filial.id && item.filial,
              item.cor?.nome,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <StockBadge product={produto} pack={pack} />
            {item.negociacao && (
              <StatusChip
                value={item.negociacao}
                catalog={negotiationStatus}
                label={`Preço ${rowOf(negotiationStatus, item.negociacao).label.toLowerCase()}`}
              />
            )}
          </Box>
        </Box>
        <QuantitySelector
          label={`Quantidade de ${produto.descricao}`}
          value={item.qtde}
          limits={limits}
          factor={pack.fator_conversao}
          disabled={disabled}
          problem={problems.qtde}
          onCommit={(qtde) => change({ qtde })}
          onForget={props.onForget}
          onDone={props.onSearch}
          onRemove={props.onRemove}
        />
        <PriceField
          item={item}
          disabled={disabled}
          problem={problems.preco}
          onCommit={(preco) => change({ preco })}
          onForget={props.onForget}
        />
        <LineTotal item={item} />
        <Box
          sx={{
            gridColumn: { xs: '1 / -1', sm: '2 / -1' },
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 0.5,
          }}
        >
          {packs.length > 1 && (
            <TextField
              select
              label="Embalagem"
              size="small"
              disabled={disabled}
              value={pack.id}
              onChange={(event) => change({ idEmb: Number(event.target.value) })}
              sx={[{ width: { xs: '100%', sm: 140 }, '& .MuiSelect-select': { fontSize: 13 } }, labelOnPhone]}
            >
              {packs.map((each) => (
                <MenuItem key={each.id} value={each.id}>
                  {each.emb}
                </MenuItem>
              ))}
            </TextField>
          )}
          {quote.regras.exibeNegociarPreco && !disabled && (
            <Button size="small" onClick={props.onNegotiate}>
              Negociar preço
            </Button>
          )}
          <Button size="small" disabled={disabled} onClick={() => change({ bonificado: !item.bonificado })}>
            {item.bonificado ? 'Cobrar o item' : 'Bonificar'}
          </Button>
          <Tooltip title="Detalhes">
            <IconButton
              size="small"
              aria-label="Detalhes"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              sx={{ ml: 'auto' }}
            >
              <ExpandMoreIcon fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
            </IconButton>
          </Tooltip>
        </Box>
      </Box>
      {open && (
        <Suspense fallback={<TextSkeleton lines={4} />}>
          <LineDetails item={item} quote={quote} disabled={disabled} onChange={change} onAdd={props.onAdd} />
        </Suspense>
      )}
    </Box>
  );
}

const LineTotal = ({ item }: { item: CartItem }) => (
  <Box sx={{ textAlign: 'right', gridColumn: { xs: '1 / -1', sm: 'auto' }, pt: { sm: 1.5 } }}>
    <Box sx={{ fontWeight: 600 }}>
      <Money value={item.vlTot} decimals={2} />
    </Box>
    {compareDecimals(item.percDesc, '0') !== 0 && (
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
        {compareDecimals(item.percDesc, '0') > 0 ? 'Desconto de ' : 'Acréscimo de '}
        {formatPercent(item.percDesc.replace('-', ''), 2)}
      </Box>
    )}
    {item.bonificado && <Box sx={{ fontSize: 12 }}>Bonificado</Box>}
  </Box>
);
