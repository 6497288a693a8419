import type { NfeTaxes, NfeTaxName } from '../../../contract/rules/nfe/nfeNote.ts';
import { amount } from './layout.ts';
import { child, textAt, type XmlElement } from './xmlTree.ts';

interface TaxPlace {
  name: NfeTaxName;
  group: string;
  percent: string;
  value: string;
}

/** Taxes whose elements lie one level below their group, under a name that depends on the CST. */
const BY_SITUATION: readonly TaxPlace[] = [
  { name: 'icms', group: 'ICMS', percent: 'pICMS', value: 'vICMS' },
  { name: 'st', group: 'ICMS', percent: 'pICMSST', value: 'vICMSST' },
  { name: 'fcpst', group: 'ICMS', percent: 'pFCPST', value: 'vFCPST' },
  { name: 'ipi', group: 'IPI', percent: 'pIPI', value: 'vIPI' },
  { name: 'pis', group: 'PIS', percent: 'pPIS', value: 'vPIS' },
  { name: 'cofins', group: 'COFINS', percent: 'pCOFINS', value: 'vCOFINS' },
];

/** What `imposto` of a line says; the taxes of the reform (NT 2025.002) lie in groups of their own. */
export function readTaxes(imposto: XmlElement | undefined, line: number): NfeTaxes {
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
