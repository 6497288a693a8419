import { type Decimal, parseDecimal, sumDecimals } from '#contract/rules/decimal.ts';
import type {
  NfeAddress,
  NfeLine,
  NfeNote,
  NfeParty,
  NfeTaxes,
  NfeTaxName,
  NfeTitle,
} from '#contract/rules/nfe/nfeNote.ts';
import { type CalendarDate, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { child, childrenOf, nfeRefusal, textAt, type XmlElement } from './xmlTree.ts';

const MAX_LINES = 990;

/** Reads a note from its signed part (`infNFe`). Refuses what the layout does not allow and names the place. */
export function readNote(infNFe: XmlElement): NfeNote {
  const ide = child(infNFe, 'ide');
  const issuedAt = textAt(ide, 'dhEmi');
  const issuedOn = issuedAt.slice(0, 10);
  if (!isCalendarDate(issuedOn) || Number.isNaN(Date.parse(issuedAt)))
    throw outOfLayout('a data de emissão (dhEmi)');
  const direction = textAt(ide, 'tpNF');
  if (direction !== '0' && direction !== '1') throw outOfLayout('o tipo de operação (tpNF)');
  const lines = childrenOf(infNFe, 'det').map(readLine);
  if (lines.length === 0 || lines.length > MAX_LINES) throw outOfLayout('a lista de itens (det)');
  if (new Set(lines.map(({ line }) => line)).size < lines.length)
    throw outOfLayout('o número dos itens (nItem)');
  return {
    key: (infNFe.attributes.Id ?? '').replace(/^NFe/, ''),
    model: textAt(ide, 'mod'),
    series: integerOf(textAt(ide, 'serie'), 'a série'),
    number: integerOf(textAt(ide, 'nNF'), 'o número (nNF)'),
    issuedAt,
    issuedOn,
    direction,
    purpose: textAt(ide, 'finNFe'),
    operation: textAt(ide, 'natOp'),
    emitter: readParty(child(infNFe, 'emit'), 'enderEmit'),
    receiver: child(infNFe, 'dest') ? readParty(child(infNFe, 'dest'), 'enderDest') : null,
    refersTo: childrenOf(ide, 'NFref')
      .map((ref) => textAt(ref, 'refNFe'))
      .filter(Boolean),
    lines,
    total: amount(textAt(infNFe, 'total', 'ICMSTot', 'vNF'), 'o valor total (vNF)'),
    ...readDelivery(infNFe, issuedOn),
    note: textAt(infNFe, 'infAdic', 'infCpl'),
    orderNumber: textAt(infNFe, 'compra', 'xPed'),
  };
}

function readParty(party: XmlElement | undefined, address: 'enderEmit' | 'enderDest'): NfeParty {
  const place = child(party, address);
  return {
    document: textAt(party, 'CNPJ') || textAt(party, 'CPF'),
    name: textAt(party, 'xNome'),
    tradeName: textAt(party, 'xFant'),
    stateRegistration: textAt(party, 'IE'),
    email: textAt(party, 'email'),
    phone: textAt(place, 'fone'),
    address: readAddress(place),
  };
}

const readAddress = (place: XmlElement | undefined): NfeAddress => ({
  street: textAt(place, 'xLgr'),
  number: textAt(place, 'nro'),
  complement: textAt(place, 'xCpl'),
  district: textAt(place, 'xBairro'),
  cityCode: textAt(place, 'cMun'),
  city: textAt(place, 'xMun'),
  state: textAt(place, 'UF'),
  postalCode: textAt(place, 'CEP'),
});

function readLine(det: XmlElement): NfeLine {
  const line = integerOf(det.attributes.nItem ?? '', 'o número do item (nItem)');
  const product = child(det, 'prod');
  const read = (name: string) => textAt(product, name);
  const decimal = (name: string) => amount(read(name) || '0', `${name} do item ${line}`);
  const barcode = read('cEAN');
  if (!read('cProd') || !read('xProd')) throw outOfLayout(`o produto do item ${line}`);
  return {
    line,
    code: read('cProd'),
    barcode: /^\d{8,14}$/.test(barcode) ? barcode : '',
    description: read('xProd'),
    ncm: read('NCM'),
    cest: read('CEST'),
    cfop: read('CFOP'),
    unit: read('uCom'),
    quantity: amount(read('qCom'), `a quantidade do item ${line}`),
    unitPrice: amount(read('vUnCom'), `o preço do item ${line}`),
    amount: amount(read('vProd'), `o valor do item ${line}`),
    discount: decimal('vDesc'),
    costs: sumDecimals(['vFrete', 'vSeg', 'vOutro'].map(decimal)),
    counted: read('indTot') !== '0',
    taxes: readTaxes(child(det, 'imposto'), line),
  };
}

function readDelivery(infNFe: XmlElement, issuedOn: CalendarDate): Pick<NfeNote, 'carrier' | 'titles'> {
  const carrier = child(child(infNFe, 'transp'), 'transporta');
  return {
    carrier: carrier
      ? { document: textAt(carrier, 'CNPJ') || textAt(carrier, 'CPF'), name: textAt(carrier, 'xNome') }
      : null,
    titles: readTitles(infNFe, issuedOn),
  };
}

/**
 * The layout demands neither a due date nor a number of a `dup`: without a date it is due at sight, on the day of issue. Some
 * programs repeat a number; the title then has its place behind it, since a title is identified by its number.
 */
function readTitles(infNFe: XmlElement, issuedOn: CalendarDate): NfeTitle[] {
  const given = childrenOf(child(infNFe, 'cobr'), 'dup').map((dup, index) => {
    const dueOn = textAt(dup, 'dVenc') || issuedOn;
    if (!isCalendarDate(dueOn)) throw outOfLayout(`o vencimento da duplicata ${index + 1}`);
    return {
      number: textAt(dup, 'nDup') || String(index + 1).padStart(3, '0'),
      dueOn,
      amount: amount(textAt(dup, 'vDup'), `o valor da duplicata ${index + 1}`),
    };
  });
  const used = new Set<string>();
  return given.map((title, index) => {
    let { number } = title;
    for (let place = index + 1; used.has(number); place += 1) number = `${title.number}-${place}`;
    used.add(number);
    return { ...title, number };
  });
}

interface TaxPlace {
  name: NfeTaxName;
  group: string;
  percent: string;
  value: string;
}

/** Taxes whose elements are one level below their group, under a name that depends on the CST. */
const BY_SITUATION: readonly TaxPlace[] = [
  { name: 'icms', group: 'ICMS', percent: 'pICMS', value: 'vICMS' },
  { name: 'st', group: 'ICMS', percent: 'pICMSST', value: 'vICMSST' },
  { name: 'fcpst', group: 'ICMS', percent: 'pFCPST', value: 'vFCPST' },
  { name: 'ipi', group: 'IPI', percent: 'pIPI', value: 'vIPI' },
  { name: 'pis', group: 'PIS', percent: 'pPIS', value: 'vPIS' },
  { name: 'cofins', group: 'COFINS', percent: 'pCOFINS', value: 'vCOFINS' },
];

/** Reads the `imposto` element of a line; the taxes of the reform (NT 2025.002) are in groups of their own. */
function readTaxes(imposto: XmlElement | undefined, line: number): NfeTaxes {
  const taxes: NfeTaxes = {};
  for (const { name, group, percent, value } of BY_SITUATION) {
    const situation = child(imposto, group)?.children.find((each) => textAt(each, value) !== '');
    if (!situation) continue;
    taxes[name] = {
      cst: textAt(situation, 'CST') || textAt(situation, 'CSOSN'),
      percent: amount(textAt(situation, percent) || '0', `${percent} do item ${line}`),
      amount: amount(textAt(situation, value), `${value} do item ${line}`),
    };
  }
  return {
    ...taxes,
    ...reformTaxes(child(imposto, 'IBSCBS'), line),
    ...selective(child(imposto, 'IS'), line),
  };
}

function reformTaxes(group: XmlElement | undefined, line: number): NfeTaxes {
  const shared = child(group, 'gIBSCBS');
  if (!group || !shared) return {};
  const cst = textAt(group, 'CST');
  const states = child(shared, 'gIBSUF');
  const cbs = child(shared, 'gCBS');
  const read = (text: string, what: string) => amount(text || '0', `${what} do item ${line}`);
  return {
    ibs: {
      cst,
      percent: read(textAt(states, 'pIBSUF'), 'pIBSUF'),
      amount: read(textAt(shared, 'vIBS'), 'vIBS'),
    },
    cbs: { cst, percent: read(textAt(cbs, 'pCBS'), 'pCBS'), amount: read(textAt(cbs, 'vCBS'), 'vCBS') },
  };
}

function selective(group: XmlElement | undefined, line: number): NfeTaxes {
  const value = textAt(group, 'vIS');
  if (!value) return {};
  return {
    is: {
      cst: textAt(group, 'CSTIS'),
      percent: amount(textAt(group, 'pIS') || '0', `pIS do item ${line}`),
      amount: amount(value, `vIS do item ${line}`),
    },
  };
}

/** An exact, non-negative decimal; the layout has at most 15 digits. `what` names it in the refusal. */
function amount(text: string, what: string): Decimal {
  const value = text.length <= 30 ? parseDecimal(text) : null;
  if (value === null || value.startsWith('-')) throw outOfLayout(what);
  return value;
}

function integerOf(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw outOfLayout(what);
  return Number(text);
}

const outOfLayout = (what: string) =>
  nfeRefusal(
    'XML_DE_OUTRO_LAYOUT',
    `O arquivo não segue o layout da NF-e: ${what} falta ou não pode ser lido.`,
  );
