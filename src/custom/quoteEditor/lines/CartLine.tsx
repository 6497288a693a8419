import CalculateOutlined from '@mui/icons-material/CalculateOutlined';
import CardGiftcardOutlined from '@mui/icons-material/CardGiftcardOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import PaidOutlined from '@mui/icons-material/PaidOutlined';
import QueryStatsOutlined from '@mui/icons-material/QueryStatsOutlined';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { Suspense, useState } from 'react';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { CartItem, EditedQuote, Packaging } from '#contract/callcenter/quotes/quoteShapes.ts';
import { Money } from '#ui/components/display/Texts.tsx';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { FINGER } from '#ui/theme/controls.ts';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { useMixToggle } from '../products/MixToggle.tsx';
import { packLimits } from '../products/packLimits.ts';
import { type LineAct, LineMenu } from './LineMenu.tsx';
import { LineProduct, LowLine } from './LineProduct.tsx';
import { PriceField } from './PriceField.tsx';
import { QuantityCalculator } from './QuantityCalculator.tsx';
import { QuantitySelector } from './QuantitySelector.tsx';

const LineDetails = lazyScreen(() => import('./LineDetails.tsx'), 'LineDetails');
const SimulateDialog = lazyScreen(() => import('./SimulateDialog.tsx'), 'SimulateDialog');

/** Product, quantity, price, total, menu. */
export const LINE_COLUMNS = 'minmax(0, 1fr) 160px 132px 88px 28px';

interface CartLineProps {
  item: CartItem;
  quote: EditedQuote;
  disabled: boolean;
  /** The server's errors for this line, by field. */
  problems: Readonly<Record<string, string>>;
  onChange: (change: ItemChange) => void;
  onAdd: (change: ItemChange) => void;
  onRemove: (from: Element) => void;
  /** Asks for a lower price: for the one that is named, or to be named. */
  onNegotiate: (desired?: string) => void;
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
  const [simulating, setSimulating] = useState(false);
  const [calculator, setCalculator] = useState<HTMLElement | null>(null);
  const mix = useMixToggle(quote, produto);
  const packs = Object.values(produto.embalagens);
  const pack = produto.embalagens[String(item.idEmb)] ?? packs[0];
  if (!pack) return null;
  const limits = packLimits(quote, produto, pack);
  const change = (part: Omit<ItemChange, 'id'>) => onChange({ id: item.id, ...part });
  const draftName = `orcamento-${quote.id}-item-${item.id}`;
  const negotiates = quote.regras.exibeNegociarPreco && !disabled;
  const acts: (LineAct | false)[] = [
    negotiates && {
      word: 'Negociar preço',
      icon: <HandshakeOutlined fontSize="small" />,
      run: () => props.onNegotiate(),
    },
    !disabled &&
      !item.bonificado && {
        word: 'Simular',
        icon: <QueryStatsOutlined fontSize="small" />,
        run: () => setSimulating(true),
      },
    {
      word: item.bonificado ? 'Cobrar o item' : 'Bonificar',
      icon: item.bonificado ? <PaidOutlined fontSize="small" /> : <CardGiftcardOutlined fontSize="small" />,
      disabled,
      run: () => change({ bonificado: !item.bonificado }),
    },
    {
      word: 'Calcular quantidade',
      icon: <CalculateOutlined fontSize="small" />,
      disabled,
      run: setCalculator,
    },
    !disabled && { word: mix.title, icon: mix.icon, disabled: mix.disabled, run: mix.toggle },
    {
      word: open ? 'Fechar detalhes' : 'Detalhes',
      icon: <ExpandMoreIcon fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />,
      run: () => setOpen(!open),
    },
    { word: 'Remover', icon: <DeleteOutlined fontSize="small" />, disabled, run: props.onRemove },
  ];
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
          gridTemplateColumns: { xs: 'minmax(0, 3fr) minmax(0, 2fr)', sm: LINE_COLUMNS },
        }}
      >
        <Box sx={{ minWidth: 0, containerType: 'inline-size', gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
          <LineProduct item={item} quote={quote} pack={pack} />
        </Box>
        <QuantitySelector
          name={produto.descricao}
          value={item.qtde}
          limits={limits}
          disabled={disabled}
          problem={problems.qtde}
          onCommit={(qtde) => change({ qtde })}
          onForget={props.onForget}
          onDone={props.onSearch}
          kept={draftName}
          unit={
            packs.length > 1 ? (
              <PackChoice
                name={produto.descricao}
                packs={packs}
                value={pack.id}
                disabled={disabled}
                onChange={(idEmb) => change({ idEmb })}
              />
            ) : (
              pack.unidade
            )
          }
        />
        <PriceField
          item={item}
          kept={draftName}
          disabled={disabled}
          problem={problems.preco}
          onCommit={(preco) => change({ preco })}
          onForget={props.onForget}
        />
        <LineTotal item={item} />
        <Box sx={{ justifySelf: 'end' }}>
          <LineMenu name={produto.descricao} acts={acts.filter((act) => act !== false)} />
        </Box>
      </Box>
      <QuantityCalculator
        anchor={calculator}
        factor={pack.fator_conversao}
        limits={limits}
        onUse={(quantity) => {
          setCalculator(null);
          if (quantity !== item.qtde) change({ qtde: quantity });
        }}
        onClose={() => setCalculator(null)}
      />
      {simulating && (
        <Suspense fallback={null}>
          <SimulateDialog
            item={item}
            quote={quote}
            onUse={(part) => {
              setSimulating(false);
              change(part);
            }}
            onNegotiate={
              negotiates
                ? (price) => {
                    setSimulating(false);
                    props.onNegotiate(price);
                  }
                : undefined
            }
            onClose={() => setSimulating(false)}
          />
        </Suspense>
      )}
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

/** The packaging in which the product is sold, as the unit of its quantity; the list has the names. */
const PackChoice = ({ name, packs, value, disabled, onChange }: PackChoiceProps) => (
  <Select
    variant="standard"
    disableUnderline
    disabled={disabled}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
    renderValue={(id) => packs.find((each) => each.id === id)?.unidade ?? ''}
    title={packs.find(({ id }) => id === value)?.emb ?? ''}
    inputProps={{ 'aria-label': `Embalagem de ${name}` }}
    sx={{
      fontSize: 12,
      '& .MuiSelect-select.MuiSelect-select': { minHeight: 24, lineHeight: '24px', py: 0, pl: 1, pr: 5 },
      '& .MuiSelect-icon': { fontSize: 18 },
      [FINGER]: { height: 40 },
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
  <Box sx={{ textAlign: 'right', gridColumn: { xs: '1 / 2', sm: 'auto' } }}>
    <Box sx={{ fontWeight: 600 }}>
      <Money value={item.vlTot} decimals={2} />
    </Box>
    {item.bonificado && <Box sx={{ fontSize: 12, lineHeight: '16px' }}>Bonificado</Box>}
  </Box>
);
