import { iconNames } from '../../catalogs/catalog.ts';
import { type OrderStatus, orderStatus } from '../../catalogs/orderStatus.ts';
import { paletteKeys } from '../../catalogs/paletteKeys.ts';

type Row = (typeof orderStatus)[number];

/** What a company says of one status; what it leaves out stays as in the catalogue. */
export interface OwnStatus {
  rotulo?: string;
  /** A key of the palette. */
  cor?: string;
  /** A name of the icons. */
  icone?: string;
}

/** The value of the parameter `statusPedido`. Older installations stored the word alone. */
export type OwnStatuses = Partial<Record<OrderStatus, OwnStatus | string>>;

/**
 * The twenty statuses with the company's own words, colours and icons (document 002 section 4). What is not said, or is
 * none of ours, stays as it is.
 */
export function ownStatuses(value: unknown): readonly Row[] {
  if (typeof value !== 'object' || value === null) return orderStatus;
  const given = value as Record<string, unknown>;
  return orderStatus.map((row) => {
    const { rotulo, cor, icone } = ownStatus(given[row.value]);
    const label = rotulo?.trim();
    const color = paletteKeys.find((key) => key === cor);
    const icon = iconNames.find((name) => name === icone);
    return label || color || icon
      ? { ...row, ...(label && { label }), ...(color && { color }), ...(icon && { icon }) }
      : row;
  });
}

/** What is said of one status, whichever way it is stored. */
export function ownStatus(stored: unknown): OwnStatus {
  if (typeof stored === 'string') return { rotulo: stored };
  if (typeof stored !== 'object' || stored === null) return {};
  const texts = Object.entries(stored).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as OwnStatus;
}
