import { retentionStates } from '../../../contract/catalogs/retentionKinds.ts';
import type { RetentionRule } from '../../../contract/config/retention.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { ownToday } from '../../dataProvider/session.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';

/** While nothing goes yet, the day from which it does. */
export const RuleState = ({ situacao, agePartir }: RetentionRule) => (
  <StatusChip
    value={situacao}
    catalog={retentionStates}
    {...(situacao === 'ATIVA' &&
      agePartir !== null &&
      agePartir > ownToday() && { label: `Age a partir de ${formatCalendarDate(agePartir)}` })}
  />
);
