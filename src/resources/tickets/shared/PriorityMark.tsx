import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';

interface PriorityMarkProps {
  /** `null` for people outside the company. */
  value: string | null;
}

/** The priority beside a status, where it is another than most tickets have. */
export function PriorityMark({ value }: PriorityMarkProps) {
  if (value === null || value === 'NORMAL') return null;
  const { label } = rowOf(ticketPriority, value);
  return (
    <SecondaryText style={{ fontSize: 12, marginLeft: 3, ...(value === 'URGENTE' && { fontWeight: 600 }) }}>
      {label}
    </SecondaryText>
  );
}
