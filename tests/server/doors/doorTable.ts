import { existsSync } from 'node:fs';

/** The ways by which something gets into the console, or out of it. A new one leaves an empty cell in every rule. */
export const DOORS = {
  FORM: 'form or call',
  IMPORT: 'import',
  BULK: 'many at once',
  COPY: 'copy, renewal or transfer',
  MAIL: 'e-mail or paper',
  AUTOMATION: 'automation or rule',
  DRAFT: 'draft or second tab',
  SYSTEM: 'webhook or another system',
} as const;
export type Door = keyof typeof DOORS;
export const doors = Object.keys(DOORS) as Door[];

/** A rule at a door: a case against the real server, the suite of the screens that holds it, or why it has nothing to say there. */
export type Cell<W> = ((world: W) => Promise<void>) | Reason | HeldBy;
interface Reason {
  notApplicable: string;
}
interface HeldBy {
  suite: string;
}
export type Row<W> = Readonly<Record<Door, Cell<W>>>;

/** The rules of sales that hold at every door, as sentences. A new one does not compile without a cell for each door. */
export const SALES_RULES = {
  belowFloor: 'nobody sells below the floor without an authorisation that covers it',
  ownTable: 'prices are those of a table that their seller may give the customer',
  authorization: 'prices are authorised only by those who may',
  couponConditions: 'a coupon is worth its conditions, and nothing without them',
  stock: 'no unit is promised twice',
  mostPerOrder: 'no order holds more of a product than its maximum',
  credit: 'an order beyond the credit of its customer is refused',
  judgedFirst: 'what keeps a quote from becoming an order is said before anything is asked',
  openCustomer: 'a blocked customer gets no new quote and no order',
  placedOrder: 'a placed order takes no lines as a quote does',
  validity: 'an expired quote is renewed before it is an order',
  shownTotal: 'what is shown, sent and ordered is the same total',
  saidUnits: 'a refused quantity is told in the unit of its line',
  chargedOnce: 'an order is charged once, whatever link or card',
  paidTitle: 'what is paid is not asked for again',
  dueOnBankDays: 'a title is late only after the next day on which banks work',
  endedPaper: 'a lost or expired quote is not sent, and its paper says what it is',
  lossUndone: 'a quote lost by mistake goes back within a day, and never after',
  foreignCustomer: 'somebody else’s customer is unknown',
  doNotContact: 'who asked not to be contacted is contacted only with a reason',
  servedDays: 'a customer is contacted on the days on which they are served, or with a reason',
  oneContactAMinute: 'a second contact of a customer in the same minute needs a reason',
  oneCustomer: 'a document belongs to one customer',
  reachableContact: 'a contact can be reached by what is written of them',
  noticeReaders: 'a notice is for those whom it names, from its hour on',
  forgottenRefusal: 'a dialog that is opened again says nothing of the last time',
  scheduledAhead: 'a contact is planned for a time that exists and is still to come',
} as const;

/** The same for tickets. */
export const TICKET_RULES = {
  colleaguesTicket: 'a colleague’s ticket is taken only after a question that names them',
  warrantyCustomer: 'the customer of a warranty ticket can be registered completely, whatever their document',
  askedReasons: 'a ticket and each of its goods have the reasons that the type demands',
  demandedPhotos: 'goods whose photo is demanded come with one',
  returnWindow: 'what was bought too long ago does not come back',
  heldUnits: 'no unit comes back twice',
  namedUnits: 'a refused quantity is told in the unit of its line',
  endedTicket: 'an ended ticket stays as it is, and an archived one is only read',
  stepDemands: 'a step is left only with what it demands',
} as const;

export type DoorTable<R extends string, W> = Readonly<Record<R, Row<W>>>;

/** Shorter texts name no reason. */
const SHORTEST_REASON = 25;

/** The cells that are missing or say nothing, each as 'rule × door'. */
export const emptyCells = (
  table: Readonly<Partial<Record<string, Partial<Record<Door, Cell<never>>>>>>,
  rules: readonly string[],
): string[] =>
  rules.flatMap((rule) =>
    doors.filter((door) => isEmpty(table[rule]?.[door])).map((door) => `${rule} × ${door}`),
  );

function isEmpty(cell: Cell<never> | undefined): boolean {
  if (cell === undefined) return true;
  if (typeof cell === 'function') return false;
  if ('suite' in cell) return !existsSync(cell.suite);
  return cell.notApplicable.trim().length < SHORTEST_REASON;
}

/** What only a screen does is tried in a suite of the screens, which must be there. */
export const heldBy = (suite: string): HeldBy => ({ suite });
export const notApplicable = (reason: string): Reason => ({ notApplicable: reason });
