import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { customerLegend } from '../../../../contract/catalogs/customers.ts';
import { Hint } from '../Hint.tsx';
import { Tag } from './Tag.ts';

interface LegendBadgesProps {
  /** Codes as the server sends them: 'P', 'BD', '30'. */
  codes: readonly string[];
  /** Replaces the text of BD (document 000, section 9). */
  blockReason?: string | null;
}

/** The badges of a customer: short codes, each with its meaning for the pointer and the screen reader. */
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
