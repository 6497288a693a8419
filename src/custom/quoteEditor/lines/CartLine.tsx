import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { Suspense, useState } from 'react';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { CartItem, EditedQuote, Packaging } from '#contract/callcenter/quotes/quoteShapes.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { negotiationStatus } from '#contract/catalogs/orderStatus.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatPercent } from '#contract/rules/format.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { Money } from '#ui/components/display/Texts.tsx';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { OneTabStop } from '#ui/components/OneTabStop.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { FINGER } from '#ui/theme/controls.ts';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { MixToggle } from '../products/MixToggle.tsx';
import { StockBadge } from '../products/ProductRow.tsx';
import { packLimits } from '../products/packLimits.ts';
import { ACTIONS, LineActions, LowLine, NARROW, ONE_LINE } from './LineActions.tsx';
import { PriceField } from './PriceField.tsx';
import { QuantitySelector } from './QuantitySelector.tsx';

const LineDetails = lazyScreen(() => import('./LineDetails.tsx'), 'LineDetails');

/** Product, quantity, price, total. */
export const LINE_COLUMNS = 'minmax(0, 1fr) 152px 104px 88px';

interface CartLineProps {
  item: CartItem;
  quote: EditedQuote;
  disabled: boolean;
  /** The server's errors for this line, by field. */
  problems: Readonly<Record<string, string>>;
  onChange: (change: ItemChange) => void;
  onAdd: (change: ItemChange) => void;
  onRemove: (from: Element) => void;
  onNegotiate: () => void;
  onSearch: () => void;
  onForget: () => void;
}

/**
 * A line of the quote. On a phone it is one collapsible row, so that thirty of them still make a page that can be scrolled
 * through.
 */
export function CartLine(props: CartLineProps) {
  const { item, problems } = props;
  const phone = useIsPhone();
  const [shown, setShown] = useState(false);
  const refused = Object.keys(problems).length > 0;
  const open = !phone || shown || refused;
  return (
    <Box
      component="li"
      data-testid="cart-line"
      data-product={item.produto.id}
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        // Keeps the focused element from being hidden behind the search or the totals.
        '&, & input, & button': { scrollMarginTop: 220, scrollMarginBottom: 120 },
        [`& .${ACTIONS}`]: { opacity: { sm: 0 }, [FINGER]: { opacity: 1 } },
        [`&:hover .${ACTIONS}, &:focus-within .${ACTIONS}`]: { opacity: 1 },
      }}
    >
      {phone && <LowLine item={item} open={open} onChange={setShown} />}
      <KeepMounted open={open} onOpen={() => setShown(true)}>
        <OpenLine {...props} />
      </KeepMounted>
    </Box>
  );
}

/** Quantity, packaging and price, and the line's details when opened. */
function OpenLine(props: CartLineProps) {
  const { item, quote, disabled, problems, onChange } = props;
  const { produto } = item;
  const [open, setOpen] = useState(false);
  const packs = Object.values(produto.embalagens);
  const pack = produto.embalagens[String(item.idEmb)] ?? packs[0];
  if (!pack) return null;
  const limits = packLimits(quote, produto, pack);
  const change = (part: Omit<ItemChange, 'id'>) => onChange({ id: item.id, ...part });
  const kept = `orcamento-${quote.id}-item-${item.id}`;
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: { xs: 2, sm: 0 },
          py: { xs: 2, sm: 0 },
          alignItems: { xs: 'start', sm: 'center' },
          minHeight: { sm: 62 },
          gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: LINE_COLUMNS },
        }}
      >
        <OneTabStop
          label={`Ações de ${produto.descricao}`}
          sx={{
            minWidth: 0,
            position: 'relative',
            // The actions are words or icons by the width of this cell.
            containerType: 'inline-size',
            gridColumn: { xs: '1 / -1', sm: 'auto' },
          }}
        >
          <Box
            title={produto.descricao}
            sx={{
              display: { xs: 'none', sm: '-webkit-box' },
              WebkitBoxOrient: 'vertical',
              // The negotiation status of the price takes the place of the name's second row where there is width for both.
              WebkitLineClamp: item.negociacao ? 1 : 2,
              // The second row stays where the actions overlay it, even if the name is short: they then cover no badge.
              [NARROW]: { minHeight: 36, WebkitLineClamp: 2 },
              overflow: 'hidden',
              fontWeight: 500,
              fontSize: 13,
              lineHeight: '18px',
            }}
          >
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {produto.idExibicao}
            </Box>{' '}
            {produto.descricao}
          </Box>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1,
              overflow: 'hidden',
              maxHeight: { sm: item.negociacao ? 44 : 22 },
              '& > button': { minWidth: 0, maxWidth: '100%' },
              // The badge is low, so this leaves enough space around it for a finger.
              py: { xs: 1, sm: 0 },
              fontSize: 12,
              color: 'text.secondary',
            }}
          >
            <StockBadge product={produto} pack={pack} />
            {item.negociacao && (
              <StatusChip
                value={item.negociacao}
                catalog={negotiationStatus}
                label={`Preço ${rowOf(negotiationStatus, item.negociacao).label.toLowerCase()}`}
              />
            )}
            <Box component="span" sx={{ display: { sm: 'none' } }}>
              {produto.idExibicao}
            </Box>
            {/* When there is not enough room for a word, it disappears rather than shrink to a single letter. */}
            <Box component="span" sx={{ ...ONE_LINE, flex: '1 1 56px', minWidth: 56 }}>
              {[produto.marca, item.idFil !== quote.filial.id && item.filial, item.cor?.nome]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Box>
          <LineActions
            bonus={item.bonificado}
            open={open}
            onOpen={setOpen}
            disabled={disabled}
            onBonus={() => change({ bonificado: !item.bonificado })}
            mix={!disabled && <MixToggle quote={quote} product={produto} />}
            onNegotiate={quote.regras.exibeNegociarPreco && !disabled ? props.onNegotiate : undefined}
          />
        </OneTabStop>
        <QuantitySelector
          name={produto.descricao}
          value={item.qtde}
          limits={limits}
          factor={pack.fator_conversao}
          disabled={disabled}
          problem={problems.qtde}
          onCommit={(qtde) => change({ qtde })}
          onForget={props.onForget}
          onDone={props.onSearch}
          onRemove={props.onRemove}
          kept={kept}
          pack={
            packs.length > 1 && (
              <PackChoice
                name={produto.descricao}
                packs={packs}
                value={pack.id}
                disabled={disabled}
                onChange={(idEmb) => change({ idEmb })}
              />
            )
          }
        />
        <PriceField
          item={item}
          kept={kept}
          disabled={disabled}
          problem={problems.preco}
          onCommit={(preco) => change({ preco })}
          onForget={props.onForget}
        />
        <LineTotal item={item} />
      </Box>
      <KeepMounted open={open} onOpen={() => setOpen(true)}>
        <Suspense fallback={<TextSkeleton lines={4} />}>
          <LineDetails item={item} quote={quote} disabled={disabled} onChange={change} onAdd={props.onAdd} />
        </Suspense>
      </KeepMounted>
    </>
  );
}

interface PackChoiceProps {
  name: string;
  packs: readonly Packaging[];
  value: number;
  disabled: boolean;
  onChange: (id: number) => void;
}

/** The packaging in which the product is sold, below its quantity. */
const PackChoice = ({ name, packs, value, disabled, onChange }: PackChoiceProps) => (
  <Select
    variant="standard"
    disableUnderline
    disabled={disabled}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
    inputProps={{ 'aria-label': `Embalagem de ${name}` }}
    sx={{
      display: 'flex',
      fontSize: 12,
      maxWidth: 150,
      // Gives the select the minimum target height by overlapping the text above it, so that the line is not taller. No
      // button is overlapped.
      '& .MuiSelect-select.MuiSelect-select': { minHeight: 0, pt: 2, pb: 0, lineHeight: '16px' },
      mt: '-8px',
      [FINGER]: { mt: 0, height: 40 },
    }}
  >
    {packs.map((each) => (
      <MenuItem key={each.id} value={each.id}>
        {each.emb}
      </MenuItem>
    ))}
  </Select>
);

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
    {item.bonificado && <Box sx={{ fontSize: 12, lineHeight: '16px' }}>Bonificado</Box>}
  </Box>
);
