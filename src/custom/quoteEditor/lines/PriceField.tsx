import type { Theme } from '@mui/material/styles';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { CartItem } from '#contract/callcenter/quotes/quoteShapes.ts';
import {
  compareDecimals,
  type Decimal,
  isPositive,
  multiplyDecimals,
  parseBrazilianDecimal,
} from '#contract/rules/decimal.ts';
import { formatNumber, formatPercent } from '#contract/rules/format.ts';
import { applicableRule } from '#contract/rules/orders/packaging.ts';
import { pricePlacesProblem, unitPriceNumber, unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { usePricePlaces } from '#ui/components/display/Texts.tsx';
import { useTypedProblem } from '#ui/components/inputs/typedGate.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { useKeptText } from '#ui/entry/entryQueue.ts';

interface PriceFieldProps {
  item: CartItem;
  /** Prefix of the storage key under which unconfirmed input survives a reload. */
  kept: string;
  disabled: boolean;
  problem?: string | undefined;
  /** `null` restores the price set by the table and the rules. */
  onCommit: (price: Decimal | null) => void;
  /** Called when the person undid a refused input. */
  onForget: () => void;
}

/** The price of one packaging; clearing it restores the table price. */
export function PriceField({ item, kept, disabled, problem, onCommit, onForget }: PriceFieldProps) {
  const [typed, setTyped] = useKeptText(`${kept}-preco`);
  const sent = useRef<string>(undefined);
  const shown = useRef({ price: item.preco, refused: problem !== undefined });
  const refused = problem !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: typed text is discarded when the price or its error changes
  useEffect(() => {
    const before = shown.current;
    shown.current = { price: item.preco, refused };
    if (!refused && (before.price !== item.preco || before.refused)) setTyped(undefined);
  }, [item.preco, refused]);
  const value = typed === undefined ? null : parseBrazilianDecimal(typed);
  const places = usePricePlaces();
  const fault = typed ? faultOf(value, places) : undefined;
  const wrong = fault !== undefined;
  const field = useTypedProblem(fault);
  const commit = () => {
    if (typed === undefined || wrong) return;
    // A refused price is not sent again merely because the field loses focus.
    if (sent.current === typed) return;
    sent.current = typed;
    if (typed === '') onCommit(null);
    else if (value !== null && compareDecimals(value, item.preco) !== 0) onCommit(value);
    else takeBack();
  };
  const takeBack = () => {
    setTyped(undefined);
    if (refused) onForget();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || typed === undefined) return;
    event.stopPropagation();
    takeBack();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
  };
  return (
    <form onSubmit={submit} style={{ minWidth: 0 }}>
      <TextField
        label="Preço"
        size="small"
        disabled={disabled}
        inputRef={field}
        value={typed ?? unitPriceNumber(item.preco, places)}
        onChange={(event) => {
          sent.current = undefined;
          setTyped(event.target.value);
        }}
        onBlur={commit}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
        error={wrong || Boolean(problem)}
        helperText={fault ?? problem ?? priceNote(item)}
        slotProps={{
          input: { endAdornment: <Moved percent={item.percDesc} /> },
          htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        }}
        sx={labelOnPhone}
      />
    </form>
  );
}

/** By how much the price differs from the table's: '−5,0%'. */
function Moved({ percent }: { percent: Decimal }) {
  const sign = compareDecimals(percent, '0');
  if (sign === 0) return null;
  const size = formatPercent(percent.replace('-', ''), 1);
  return (
    <Tag
      tone={sign > 0 ? 'tons.verde' : 'tons.ambar'}
      role="img"
      aria-label={`${sign > 0 ? 'Desconto' : 'Acréscimo'} de ${size}`}
      style={{ padding: '0 4px', height: 18, fontSize: 11 }}
    >
      {sign > 0 ? '−' : '+'}
      {size}
    </Tag>
  );
}

function faultOf(value: Decimal | null, places: number): string | undefined {
  if (value === null || !isPositive(value)) return 'Digite um valor, como 12,90.';
  return pricePlacesProblem(value, places) ?? undefined;
}

/** The origin of the price: the quantity rule, or the list price that it differs from. */
function priceNote(item: CartItem): string {
  const pack = item.produto.embalagens[String(item.idEmb)];
  const units = multiplyDecimals(item.qtde, pack?.fator_conversao ?? '1');
  const rule = applicableRule(item.produto.regras, units);
  if (rule && compareDecimals(item.preco, item.precoRegra) === 0)
    return `${formatPercent(rule.perc, 2)} acima de ${formatNumber(rule.qtdMin, 0)}`;
  return compareDecimals(item.preco, item.precoTabela) === 0
    ? 'Preço de tabela'
    : `Tabela: ${unitPriceText(item.precoTabela)}`;
}

/**
 * A field in a table with column headings: the label is only for screen readers, except on a phone, where it is shown above
 * the field.
 */
const labelOnPhone = (theme: Theme) => ({
  [theme.breakpoints.up('sm')]: {
    '& label': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      margin: 0,
      whiteSpace: 'nowrap',
    },
  },
});
