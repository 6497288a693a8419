import { iconNames } from '../../catalogs/catalog.ts';
import { type OrderStatus, orderStatus } from '../../catalogs/orderStatus.ts';
import { paletteKeys } from '../../catalogs/paletteKeys.ts';

type Row = (typeof orderStatus)[number];

/** A company's customisation of one status; omitted properties are taken from the catalogue. */
export interface OwnStatus {
  rotulo?: string;
  /** A palette key. */
  cor?: string;
  /** An icon name. */
  icone?: string;
}

/** The value of the parameter `statusPedido`. Older installations stored only the label. */
export type OwnStatuses = Partial<Record<OrderStatus, OwnStatus | string>>;

/**
 * The twenty statuses with the company's own labels, colours and icons (document 002 section 4). Missing or unknown values
 * leave the catalogue's entry unchanged.
 */
export function customizedStatuses(value: unknown): readonly Row[] {
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

/** The customisation of one status, in either stored form. */
export function ownStatus(stored: unknown): OwnStatus {
  if (typeof stored === 'string') return { rotulo: stored };
  if (typeof stored !== 'object' || stored === null) return {};
  const texts = Object.entries(stored).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as OwnStatus;
}
