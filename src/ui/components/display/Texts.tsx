import { styled } from '@mui/material/styles';
import type { CSSProperties } from 'react';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { DEFAULT_VALUE_DECIMALS, formatMoney } from '#contract/rules/format.ts';
import { PRICE_PLACES, unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatDateTime, formatRelativeDate } from '#contract/rules/time/calendarDate.ts';
import type { Instant } from '#contract/rules/time/zonedTime.ts';
import { currentInitialLoad, ownZone } from '#data/session.ts';
import { themeColors } from '../../theme/theme.tsx';

interface MoneyProps {
  value: Decimal | null | undefined;
  /** Number of decimals set by the parameters; 3 by default (document 000, section 9). */
  decimals?: number;
}

/** Tabular figures, so that they align vertically, never separated from their unit by a line break. */
export const FIGURE: CSSProperties = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' };

/** Formats an exact decimal as 'R$ 1.234,500'. */
export const Money = ({ value, decimals }: MoneyProps) =>
  value == null ? null : <span style={FIGURE}>{formatMoney(value, decimals)}</span>;

interface QuantityProps {
  value: Decimal | null | undefined;
  /** E.g. 'UN' or 'CX'. */
  unit?: string | null;
}

/** '1.234,5 CX', with as many decimals as the quantity has. */
export const Quantity = ({ value, unit }: QuantityProps) =>
  value == null ? null : (
    <span style={FIGURE}>{unit ? `${formatQuantity(value)}\u00a0${unit}` : formatQuantity(value)}</span>
  );

/** A formatted CPF or CNPJ, never broken across lines. */
export const DocumentText = ({ value }: { value: string | null | undefined }) =>
  value ? <span style={{ whiteSpace: 'nowrap' }}>{formatDocument(value)}</span> : null;

/** Number of decimals for monetary values, as set by the parameters (document 000 section 9). */
export function useValueDecimals(): number {
  const value = currentInitialLoad()?.parametros.casasDecimaisValor;
  return typeof value === 'number' ? value : DEFAULT_VALUE_DECIMALS;
}

/** Number of decimals that a unit price may have (`casasPreco`). */
export function usePricePlaces(): number {
  const value = currentInitialLoad()?.parametros.casasPreco;
  return typeof value === 'number' ? value : PRICE_PLACES;
}

/** The price of one unit or packaging, with every decimal that it has. */
export const UnitPrice = ({ value }: { value: Decimal }) => {
  const places = usePricePlaces();
  return <span style={FIGURE}>{unitPriceText(value, places)}</span>;
};

interface RelativeDateProps {
  value: Instant | null | undefined;
  zone?: string;
  /** For tests, and for lists that share one clock; the current time by default. */
  now?: Instant;
  /** Also shows the date and time, where people must be able to quote them and touch devices show no tooltip. */
  exact?: boolean;
}

/**
 * Relative within seven days, otherwise the date; the full date and time are in the tooltip, and on paper (print.css), where
 * 'ontem' would be true for a day only.
 */
export const RelativeDate = ({
  value,
  zone = ownZone(),
  now = Date.now(),
  exact = false,
}: RelativeDateProps) => {
  if (value == null || Number.isNaN(new Date(value).getTime())) return null;
  const full = formatDateTime(value, zone);
  const relative = formatRelativeDate(value, now, zone);
  return (
    <time dateTime={new Date(value).toISOString()} title={full}>
      {full.startsWith(relative) ? (
        exact ? (
          full
        ) : (
          relative
        )
      ) : (
        <span data-print="no">{exact ? withTime(relative, full) : relative}</span>
      )}
    </time>
  );
};

/** 'ontem · 20/11/2026 17:58'; a time already contained in the relative text is not repeated. */
const withTime = (relative: string, full: string) =>
  relative.startsWith('hoje') ? relative : `${relative} · ${full}`;

/** Secondary text of a line; stays light even beside bold primary text. */
export const SecondaryText = styled('span')(({ theme }) => ({
  color: themeColors(theme).text.secondary,
  fontWeight: 400,
}));

/** The first name, as colleagues address each other. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name;
