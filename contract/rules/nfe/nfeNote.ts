import type { CalendarDate } from '../calendarDate.ts';
import type { Decimal } from '../decimal.ts';

/** What stands in an NF-e (layout 4.00), as text: keys and codes keep their zeros, quantities their decimals. */
export interface NfeNote {
  /** 44 letters and digits, of the signed part. */
  key: string;
  /** 55 NF-e, 65 NFC-e. */
  model: string;
  series: number;
  number: number;
  /** The instant of issue with its zone, as it stands in the file. */
  issuedAt: string;
  /** The day of it on the emitter's calendar. */
  issuedOn: CalendarDate;
  /** `tpNF`: 0 comes in, 1 goes out. */
  direction: '0' | '1';
  /** `finNFe`: 1 normal, 2 complement, 3 adjustment, 4 return, 5 credit, 6 debit. */
  purpose: string;
  operation: string;
  emitter: NfeParty;
  /** `null` where nobody is named, as on most of model 65. */
  receiver: NfeParty | null;
  /** Keys of the notes that it refers to. */
  refersTo: readonly string[];
  lines: readonly NfeLine[];
  total: Decimal;
  carrier: { document: string; name: string } | null;
  titles: readonly NfeTitle[];
  note: string;
  /** The customer's own order number. */
  orderNumber: string;
}

export interface NfeParty {
  /** CPF or CNPJ; '' of a foreigner. */
  document: string;
  name: string;
  tradeName: string;
  stateRegistration: string;
  email: string;
  phone: string;
  address: NfeAddress;
}

export interface NfeAddress {
  street: string;
  number: string;
  complement: string;
  district: string;
  cityCode: string;
  city: string;
  state: string;
  postalCode: string;
}

export interface NfeLine {
  /** `nItem`. */
  line: number;
  code: string;
  /** '' without one ('SEM GTIN'). */
  barcode: string;
  description: string;
  ncm: string;
  cest: string;
  cfop: string;
  unit: string;
  /** Up to four decimals. */
  quantity: Decimal;
  /** Up to ten decimals. */
  unitPrice: Decimal;
  amount: Decimal;
  discount: Decimal;
  /** Freight, insurance and other costs of the line together. */
  costs: Decimal;
  /** Whether `vProd` is a part of the note's total (`indTot`). */
  counted: boolean;
  taxes: NfeTaxes;
}

export type NfeTaxName = 'icms' | 'st' | 'fcpst' | 'ipi' | 'pis' | 'cofins' | 'ibs' | 'cbs' | 'is';
/** CST (or CSOSN), percentage and amount of each tax that the line names. */
export type NfeTaxes = Partial<Record<NfeTaxName, { cst: string; percent: Decimal; amount: Decimal }>>;

export interface NfeTitle {
  number: string;
  dueOn: CalendarDate;
  amount: Decimal;
}

/** An event about a note, registered by the authority. */
export interface NfeEvent {
  /** Of the note that it is about. */
  key: string;
  /** `tpEvento`. */
  type: string;
  sequence: number;
  at: string;
  protocol: string;
  /** The text of a correction, the reason of a cancellation. */
  text: string;
  author: string;
}
