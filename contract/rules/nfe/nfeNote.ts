import { type CfopKind, cfopKinds, cfopRow } from '../../catalogs/cfop.ts';
import type { Decimal } from '../decimal.ts';
import type { CalendarDate } from '../time/calendarDate.ts';
import { NFE_MODEL } from './accessKey.ts';

/** The contents of an NF-e (layout 4.00), as text: keys and codes keep their zeros, quantities their decimals. */
export interface NfeNote {
  /** 44 letters and digits, taken from the signed part. */
  key: string;
  /** 55 NF-e, 65 NFC-e. */
  model: string;
  series: number;
  number: number;
  /** The instant of issue with its offset, exactly as in the file. */
  issuedAt: string;
  /** The day of issue on the issuer's calendar. */
  issuedOn: CalendarDate;
  /** `tpNF`: 0 incoming, 1 outgoing. */
  direction: '0' | '1';
  /** `finNFe`: 1 normal, 2 complement, 3 adjustment, 4 return, 5 credit, 6 debit. */
  purpose: string;
  operation: string;
  emitter: NfeParty;
  /** `null` when no receiver is named, as on most invoices of model 65. */
  receiver: NfeParty | null;
  /** Keys of the invoices it refers to. */
  refersTo: readonly string[];
  lines: readonly NfeLine[];
  total: Decimal;
  carrier: { document: string; name: string } | null;
  titles: readonly NfeTitle[];
  note: string;
  /** The customer's order number. */
  orderNumber: string;
}

export interface NfeParty {
  /** CPF or CNPJ; '' for a foreigner. */
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
  /** '' when there is none ('SEM GTIN'). */
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
  /** The line's freight, insurance and other costs combined. */
  costs: Decimal;
  /** Whether `vProd` is included in the invoice total (`indTot`). */
  counted: boolean;
  taxes: NfeTaxes;
}

export type NfeTaxName = 'icms' | 'st' | 'fcpst' | 'ipi' | 'pis' | 'cofins' | 'ibs' | 'cbs' | 'is';

/** CST (or CSOSN), percentage and amount of each tax listed on the line. */
export type NfeTaxes = Partial<Record<NfeTaxName, { cst: string; percent: Decimal; amount: Decimal }>>;

export interface NfeTitle {
  number: string;
  dueOn: CalendarDate;
  amount: Decimal;
}

/** An event about an invoice, registered by the authority. */
export interface NfeEvent {
  /** Key of the invoice that it is about. */
  key: string;
  /** `tpEvento`. */
  type: string;
  sequence: number;
  at: string;
  protocol: string;
  /** The text of a correction or the reason of a cancellation. */
  text: string;
  author: string;
}

export const NFCE_MODEL = '65';

/** The meaning of an invoice for the company that reads it. */
export type NoteKind =
  | 'VENDA'
  | 'BONIFICACAO'
  | 'TRANSFERENCIA'
  | 'ENTREGA_FUTURA'
  | 'REMESSA'
  | 'COMPLEMENTO'
  | 'AJUSTE'
  | 'DEVOLUCAO_DE_CLIENTE'
  | 'DEVOLUCAO_A_FORNECEDOR'
  | 'ENTRADA'
  | 'SEM_DESTINATARIO'
  | 'DE_OUTRO_EMITENTE'
  | 'DEVOLUCAO_A_OUTRO'
  | 'SERVICO'
  | 'LANCAMENTO'
  | 'OUTRA';

export interface InvoiceClassification {
  kind: NoteKind;
  /** INVOICE becomes an invoice, ATTACHED is kept with the invoice it refers to, ASIDE is counted and has no effect. */
  becomes: 'INVOICE' | 'ATTACHED' | 'ASIDE';
  /** The reason as a sentence; '' for an invoice. */
  sentence: string;
}

type Facts = Pick<NfeNote, 'model' | 'direction' | 'purpose' | 'operation'> & {
  emitter: { document: string };
  receiver: { document: string } | null;
  lines: readonly { cfop: string }[];
};

const COMPLEMENTS: Readonly<Record<string, { kind: NoteKind; what: string }>> = {
  '2': { kind: 'COMPLEMENTO', what: 'Nota complementar' },
  '3': { kind: 'AJUSTE', what: 'Nota de ajuste' },
  // Since NT 2025.002.
  '5': { kind: 'AJUSTE', what: 'Nota de crédito' },
  '6': { kind: 'AJUSTE', what: 'Nota de débito' },
};

/** What the company says about codes and notes, beyond the official table. */
export interface SaleRules {
  /** Codes that count as sales too (parameter `cfopsDeVenda`). */
  codes?: ReadonlySet<string>;
  /** A person said that this note is a sale. */
  declared?: boolean;
}

/** Whether a line of a sale gives goods that may be returned. */
export const isReturnable = (cfop: string, { codes, declared = false }: SaleRules): boolean =>
  declared || cfopRow(cfop, codes).returnable;

/**
 * Classifies an invoice by sender, receiver, direction, purpose and CFOPs. `isOwn` recognises the company's branches by all
 * fourteen characters.
 */
export function classifyInvoice(
  note: Facts,
  isOwn: (document: string) => boolean,
  rules: SaleRules = {},
): InvoiceClassification {
  const { emitter, receiver, direction, purpose } = note;
  if (!isOwn(emitter.document)) return foreignNote(note, isOwn);
  const complement = COMPLEMENTS[purpose];
  if (complement)
    return {
      kind: complement.kind,
      becomes: 'ATTACHED',
      sentence: `${complement.what}: não dá direito a devolver, fica junto da nota que ela cita.`,
    };
  if (direction === '0') return ownEntry(note);
  if (purpose === '4')
    return aside('DEVOLUCAO_A_FORNECEDOR', 'Devolução da empresa a um fornecedor: não é venda.');
  if (receiver && isOfCompany(receiver.document, emitter.document, isOwn))
    return aside('TRANSFERENCIA', 'Nota entre filiais da própria empresa: não é venda a cliente.');
  return ownOutput(note, rules);
}

/** Issued by someone else: either a customer's return, or unrelated to this company. */
function foreignNote({ receiver, direction, purpose }: Facts, isOwn: (document: string) => boolean) {
  if (direction === '1' && purpose === '4')
    return receiver && isOwn(receiver.document)
      ? RETURNED
      : aside(
          'DEVOLUCAO_A_OUTRO',
          'Devolução a quem não é uma filial desta empresa. Se quem a recebeu se tornar filial, ela será lida de novo.',
        );
  return aside('DE_OUTRO_EMITENTE', 'O emitente não é uma filial desta empresa.');
}

function ownEntry({ purpose, lines }: Facts): InvoiceClassification {
  const returned = lines.some(({ cfop }) => cfopRow(cfop).kind === 'DEVOLUCAO_DE_VENDA');
  return purpose === '4' || returned
    ? RETURNED
    : aside('ENTRADA', 'Nota de entrada da própria empresa: não é venda.');
}

function ownOutput(
  { model, receiver, lines }: Facts,
  { codes, declared = false }: SaleRules,
): InvoiceClassification {
  const kinds = new Set(lines.map(({ cfop }) => cfopRow(cfop, codes).kind));
  const kind = declared ? 'VENDA' : TAKEN.find((each) => kinds.has(each));
  if (!kind) return notSold(kinds, lines[0]?.cfop ?? '');
  if (!receiver?.document)
    return aside(
      'SEM_DESTINATARIO',
      model === NFE_MODEL
        ? 'A nota não traz o CPF ou CNPJ de quem recebeu (exportação, por exemplo).'
        : 'Cupom (NFC-e) sem o CPF ou CNPJ de quem comprou.',
    );
  return { kind, becomes: 'INVOICE', sentence: '' };
}

/**
 * A single line of one of these kinds decides the kind of the invoice: a sale may include gifts, and goods for repair may
 * leave with a sale.
 */
const TAKEN = ['VENDA', 'BONIFICACAO'] as const;

const NOT_SOLD: readonly (CfopKind & NoteKind)[] = [
  'TRANSFERENCIA',
  'ENTREGA_FUTURA',
  'REMESSA',
  'SERVICO',
  'LANCAMENTO',
];

function notSold(kinds: ReadonlySet<CfopKind>, cfop: string): InvoiceClassification {
  const kind = NOT_SOLD.find((each) => kinds.has(each)) ?? 'OUTRA';
  const label = cfopKinds.find((row) => row.kind === kind)?.label ?? 'Outra operação';
  const why = kind === 'ENTREGA_FUTURA' ? 'a mercadoria sai com outra nota' : 'não é venda';
  return aside(kind, `${label} (CFOP ${cfop}): ${why}.`);
}

/** Establishments of one company share the first eight characters; one is never a customer of another. */
const isOfCompany = (document: string, other: string, isOwn: (document: string) => boolean): boolean =>
  isOwn(document) || (document.length === 14 && document.slice(0, 8) === other.slice(0, 8));

const RETURNED: InvoiceClassification = {
  kind: 'DEVOLUCAO_DE_CLIENTE',
  becomes: 'ATTACHED',
  sentence: 'Devolução de um cliente: fica junto da nota que ela cita.',
};

const aside = (kind: NoteKind, sentence: string): InvoiceClassification => ({
  kind,
  becomes: 'ASIDE',
  sentence,
});

/** The effect of an event on its invoice: cancels it, corrects its text, or is only informative. */
export type EventEffect = 'CANCELS' | 'CORRECTS' | 'TELLS';

const EFFECTS: Readonly<Record<string, EventEffect>> = {
  '110110': 'CORRECTS',
  '110111': 'CANCELS',
  '110112': 'CANCELS',
};

/** The types of the events that cancel their note. */
export const CANCELLING_EVENTS: readonly string[] = Object.keys(EFFECTS).filter(
  (type) => EFFECTS[type] === 'CANCELS',
);

/** Determined by `tpEvento`: 110110 letter of correction, 110111 cancellation, 110112 cancellation by substitution. */
export const eventEffect = (type: string): EventEffect => EFFECTS[type] ?? 'TELLS';

/** `cStat` of valid events: registered (135), registered without its invoice at hand (136), cancelled late (155). */
const REGISTERED = ['135', '136', '155'];

export const isRegistered = (status: string): boolean => REGISTERED.includes(status);

/** `cStat` of a usable invoice: authorised on time or late. */
const AUTHORISED = ['100', '150'];

export const isAuthorised = (status: string): boolean => AUTHORISED.includes(status);

/** Why an unauthorised invoice may not be used, according to the authority's answer. */
export function unauthorisedSentence(status: string, reason: string): string {
  if (['101', '151', '155'].includes(status)) return 'A nota foi cancelada na SEFAZ.';
  if (['110', '205', '301', '302', '303'].includes(status)) return 'O uso da nota foi denegado pela SEFAZ.';
  if (!status) return 'O arquivo não traz a autorização da SEFAZ (protNFe). Envie o XML autorizado.';
  return `A SEFAZ não autorizou a nota (${status}${reason ? `: ${reason}` : ''}).`;
}
