import type { FreightQuote } from '../../../contract/callcenter/freight.ts';
import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import type { Destination } from '../../../contract/rules/freight/rateTable.ts';

/** What carriers are asked. */
export interface FreightRequest {
  freightType: { id: number; key: string };
  destination: Destination & { city: string };
  weight: Decimal;
  total: Decimal;
  redispatch: boolean;
  conditionId: number | null;
  /** The day of the branch, and its holidays. */
  today: CalendarDate;
  isHoliday: (day: CalendarDate) => boolean;
}

export interface FreightQuotes {
  quotes: FreightQuote[];
  /** What the service calls them; ours have no name of their own. */
  number: string | null;
}
