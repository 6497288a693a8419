import { styled } from '@mui/material/styles';
import { type CatalogRow, rowOf } from '../../../../contract/catalogs/catalog.ts';
import { toneColors } from '../toneColors.ts';
import { CatalogIcon } from './CatalogIcon.tsx';

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

/** The tinted ground of chips and badges. */
export const Tag = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => {
    const { soft, text } = toneColors(theme, tone);
    return {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      height: 22,
      padding: '0 8px 0 6px',
      borderRadius: 6,
      verticalAlign: 'middle',
      fontSize: 12,
      fontWeight: 500,
      whiteSpace: 'nowrap',
      color: text,
      backgroundColor: soft,
      '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    };
  },
);
