import { styled } from '@mui/material/styles';
import { type CatalogRow, rowOf } from '../../../../contract/catalogs/catalog.ts';
import { customerLegend } from '../../../../contract/catalogs/customers.ts';
import { toneColors } from '../../theme/theme.tsx';
import { Hint } from '../Hint.tsx';
import { CatalogIcon } from './CatalogIcon.tsx';

/** The tinted background of chips and badges. */
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

interface StatusChipProps {
  value: string;
  catalog: readonly CatalogRow[];
  /** Replaces the row's label. */
  label?: string;
}

/** A catalogue row's colour, icon and label; an unknown value gets a question mark icon and the raw value. */
export const StatusChip = ({ value, catalog, label }: StatusChipProps) => {
  const row = rowOf(catalog, value);
  return (
    <Tag tone={row.color} data-value={value}>
      <CatalogIcon name={row.icon} size={14} />
      <span>{label ?? row.label}</span>
    </Tag>
  );
};

/** Articles scoring above this are shown in green, others in red (document 000, section 9). */
const GOOD_SCORE = 50;

/** An article's relevance, from 0 to 100. */
export const ScoreBadge = ({ score }: { score: number }) => (
  <Tag
    tone={score > GOOD_SCORE ? 'sucesso' : 'perigo'}
    title={`Relevância: ${score}%`}
    style={{ flex: 'none', justifyContent: 'center', minWidth: 42, padding: '0 6px' }}
  >
    {score}%
  </Tag>
);

interface LegendBadgesProps {
  /** Codes as sent by the server: 'P', 'BD', '30'. */
  codes: readonly string[];
  /** Replaces the text of BD (document 000, section 9). */
  blockReason?: string | null;
}

/** A customer's badges: short codes, each with its meaning as a tooltip and for screen readers. */
export const LegendBadges = ({ codes, blockReason }: LegendBadgesProps) => (
  <span style={{ display: 'inline-flex', gap: 4, verticalAlign: 'middle' }}>
    {codes.map((code) => (
      <LegendBadge key={code} code={code} meaning={meaningOf(code, blockReason)} />
    ))}
  </span>
);

const LegendBadge = ({ code, meaning }: { code: string; meaning: string }) => (
  <Hint text={meaning}>
    <Tag
      tone={rowOf(customerLegend, code).color}
      role="img"
      aria-label={meaning}
      style={{ padding: '0 5px' }}
    >
      {code}
    </Tag>
  </Hint>
);

const meaningOf = (code: string, blockReason: string | null | undefined) =>
  code === 'BD' && blockReason ? blockReason : rowOf(customerLegend, code).label;
