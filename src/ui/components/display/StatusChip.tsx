import { type CatalogRow, rowOf } from '../../../../contract/catalogs/catalog.ts';
import { CatalogIcon } from './CatalogIcon.tsx';
import { Tag } from './Tag.ts';

interface StatusChipProps {
  value: string;
  catalog: readonly CatalogRow[];
  /** Shown in place of the row's label. */
  label?: string;
}

/** Colour, icon and word of a catalogue row; an unknown value is a question icon and the raw value. */
export const StatusChip = ({ value, catalog, label }: StatusChipProps) => {
  const row = rowOf(catalog, value);
  return (
    <Tag tone={row.color} data-value={value}>
      <CatalogIcon name={row.icon} size={14} />
      <span>{label ?? row.label}</span>
    </Tag>
  );
};
