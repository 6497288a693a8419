import type { CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import type { ServiceParameters } from '../../../config/parameters/rules.ts';
import type { Parties } from './parties.ts';
import type { ChosenType } from './ticketType.ts';

/** What is known of a new ticket before its lines and files are looked at. */
export interface Known {
  type: ChosenType;
  parties: Parties;
  /** On the calendar of the branch. */
  today: CalendarDate;
  parameters: ServiceParameters;
}
