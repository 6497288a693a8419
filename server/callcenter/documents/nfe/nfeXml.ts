import { states } from '#contract/catalogs/states.ts';
import { addDecimals, fixedDecimal, parseDecimal } from '#contract/rules/decimal.ts';
import { isMissingDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { parseAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { shownPrice } from '#contract/rules/nfe/notePrice.ts';
import { citiesOf } from '#server/places.ts';
import { DEMONSTRATION, type InvoiceSheet } from '../invoiceSheet.ts';
import { document, type Element, element, type Node, withAttributes } from './xml.ts';

const NAMESPACE = 'http://www.portalfiscal.inf.br/nfe';
const VERSION = '4.00';

type Line = InvoiceSheet['lines'][number];

/** The invoice as NF-e XML, layout 4.00, as far as the database has the data. */
export function nfeXml(sheet: InvoiceSheet): string {
  const { invoice } = sheet;
  const infNFe = element(
    'infNFe',
    ide(sheet),
    emit(sheet),
    dest(sheet),
    entrega(sheet),
    sheet.lines.map(det),
    total(sheet),
    transp(sheet),
    cobr(sheet),
    pag(sheet),
    element('infAdic', text('infCpl', [DEMONSTRATION, invoice.note].filter(Boolean).join('. '), 5000)),
  );
  return document(
    withAttributes(
      element(
        'nfeProc',
        element('NFe', withAttributes(infNFe, { versao: VERSION, Id: `NFe${invoice.key}` })),
        protocol(sheet),
      ),
      { xmlns: NAMESPACE, versao: VERSION },
    ),
  );
}

function ide({ invoice, branch, customer }: InvoiceSheet): Element {
  const key = parseAccessKey(invoice.key);
  const inside = (customer.address.uf ?? branch.state) === branch.state;
  return element(
    'ide',
    element('cUF', key?.stateCode ?? stateCode(branch.state)),
    element('cNF', key?.code ?? '00000000'),
    element('natOp', 'VENDA DE MERCADORIA'),
    element('mod', key?.model ?? '55'),
    element('serie', String(invoice.series)),
    element('nNF', String(invoice.number)),
    element('dhEmi', issuedAt(invoice.issuedOn)),
    element('tpNF', '1'),
    element('idDest', inside ? '1' : '2'),
    element('cMunFG', cityCode(branch.state, branch.city)),
    element('tpImp', '1'),
    element('tpEmis', key?.emissionType ?? '1'),
    element('cDV', invoice.key.slice(-1)),
    element('tpAmb', '2'),
    element('finNFe', '1'),
    element('indFinal', isPerson(customer.document) ? '1' : '0'),
    element('indPres', '3'),
    element('procEmi', '0'),
    element('verProc', 'Balcao'),
  );
}

const emit = ({ branch }: InvoiceSheet): Element =>
  element(
    'emit',
    element('CNPJ', normalizeDocument(branch.cnpj)),
    text('xNome', branch.legalName, 60),
    text('xFant', branch.tradeName, 60),
    element(
      'enderEmit',
      element('xLgr', 'NAO INFORMADO'),
      element('nro', 'SN'),
      element('xBairro', 'NAO INFORMADO'),
      element('cMun', cityCode(branch.state, branch.city)),
      text('xMun', branch.city, 60),
      element('UF', branch.state),
    ),
    element('IE', 'ISENTO'),
    element('CRT', '3'),
  );

function dest({ customer }: InvoiceSheet): Element {
  const { address } = customer;
  return element(
    'dest',
    documentOf(customer.document),
    text('xNome', customer.legalName, 60),
    element(
      'enderDest',
      text('xLgr', address.logradouro || 'NAO INFORMADO', 60),
      text('nro', address.numero || 'SN', 60),
      address.complemento && text('xCpl', address.complemento, 60),
      text('xBairro', address.bairro || 'NAO INFORMADO', 60),
      element('cMun', address.ibge || cityCode(address.uf ?? '', address.cidade ?? '')),
      text('xMun', address.cidade || 'NAO INFORMADO', 60),
      text('UF', address.uf ?? '', 2),
      address.cep && element('CEP', address.cep.replace(/\D/g, '')),
    ),
    customer.stateRegistration
      ? [element('indIEDest', '1'), text('IE', customer.stateRegistration, 14)]
      : element('indIEDest', '9'),
    customer.email && text('email', customer.email, 60),
  );
}

function entrega({ delivery, customer }: InvoiceSheet): Node {
  if (!delivery) return null;
  return element(
    'entrega',
    documentOf(customer.document),
    text('xLgr', delivery.street, 60),
    text('nro', delivery.number, 60),
    delivery.complement && text('xCpl', delivery.complement, 60),
    text('xBairro', delivery.district, 60),
    element('cMun', delivery.ibge || cityCode(delivery.state, delivery.city)),
    text('xMun', delivery.city, 60),
    element('UF', delivery.state),
  );
}

function det({ item, code, barcode, amounts }: Line): Element {
  const ean = /^(\d{8}|\d{12,14})$/.test(barcode) ? barcode : 'SEM GTIN';
  const quantity = fixedDecimal(item.purchased, 4);
  const price = fixedDecimal(shownPrice(item), 10);
  return withAttributes(
    element(
      'det',
      element(
        'prod',
        text('cProd', code, 60),
        element('cEAN', ean),
        text('xProd', item.description, 120),
        element('NCM', '00000000'),
        element('CFOP', '5102'),
        text('uCom', item.unit, 6),
        element('qCom', quantity),
        element('vUnCom', price),
        element('vProd', amounts.products),
        element('cEANTrib', ean),
        text('uTrib', item.unit, 6),
        element('qTrib', quantity),
        element('vUnTrib', price),
        unlessZero('vDesc', amounts.discount),
        unlessZero('vOutro', amounts.other),
        element('indTot', '1'),
      ),
      taxes({ item, amounts }),
    ),
    { nItem: String(item.line) },
  );
}

function taxes({ item, amounts }: Pick<Line, 'item' | 'amounts'>): Element {
  const none = (name: string) =>
    element(
      name,
      element(
        `${name}Outr`,
        element('CST', '99'),
        element('vBC', '0.00'),
        element(`p${name}`, '0.0000'),
        element(`v${name}`, '0.00'),
      ),
    );
  return element(
    'imposto',
    element('ICMS', icms({ item, amounts })),
    item.taxes.ipi &&
      element(
        'IPI',
        element('cEnq', '999'),
        element(
          'IPITrib',
          element('CST', '50'),
          element('vBC', amounts.products),
          element('pIPI', percent(item.taxes.ipi.perc)),
          element('vIPI', amounts.ipi),
        ),
      ),
    none('PIS'),
    none('COFINS'),
  );
}

function icms({ item, amounts }: Pick<Line, 'item' | 'amounts'>): Element {
  const substituted = item.taxes.st ?? item.taxes.stsn;
  const own = [
    element('orig', '0'),
    element('CST', substituted ? '10' : '00'),
    element('modBC', '3'),
    element('vBC', amounts.icmsBase),
    element('pICMS', percent(item.taxes.icms?.perc)),
    element('vICMS', amounts.icms),
  ];
  if (!substituted) return element('ICMS00', own);
  return element(
    'ICMS10',
    own,
    element('modBCST', '4'),
    element('vBCST', amounts.products),
    element('pICMSST', percent(substituted.perc)),
    element('vICMSST', amounts.st),
  );
}

function total({ totals, lines }: InvoiceSheet): Element {
  const base = lines.some(({ item }) => item.taxes.st ?? item.taxes.stsn);
  return element(
    'total',
    element(
      'ICMSTot',
      element('vBC', totals.icmsBase),
      element('vICMS', totals.icms),
      element('vICMSDeson', '0.00'),
      element('vFCP', '0.00'),
      element('vBCST', base ? substitutedBase(lines) : '0.00'),
      element('vST', totals.st),
      element('vFCPST', '0.00'),
      element('vFCPSTRet', '0.00'),
      element('vProd', totals.products),
      element('vFrete', '0.00'),
      element('vSeg', '0.00'),
      element('vDesc', totals.discount),
      element('vII', '0.00'),
      element('vIPI', totals.ipi),
      element('vIPIDevol', '0.00'),
      element('vPIS', '0.00'),
      element('vCOFINS', '0.00'),
      element('vOutro', totals.other),
      element('vNF', totals.total),
    ),
  );
}

const transp = ({ carrier }: InvoiceSheet): Element =>
  element(
    'transp',
    element('modFrete', carrier ? '0' : '9'),
    carrier &&
      element(
        'transporta',
        element('CNPJ', normalizeDocument(carrier.cnpj)),
        text('xNome', carrier.legalName, 60),
      ),
  );

const cobr = ({ invoice, titles, totals }: InvoiceSheet): Node =>
  titles.length > 0 &&
  element(
    'cobr',
    element(
      'fat',
      element('nFat', String(invoice.number)),
      element('vOrig', totals.total),
      element('vDesc', '0.00'),
      element('vLiq', totals.total),
    ),
    titles.map((title, index) =>
      element(
        'dup',
        element('nDup', String(index + 1).padStart(3, '0')),
        element('dVenc', title.dueOn),
        element('vDup', fixedDecimal(title.amount, 2)),
      ),
    ),
  );

const pag = ({ titles, totals }: InvoiceSheet): Element =>
  element(
    'pag',
    element('detPag', element('tPag', titles.length > 0 ? '15' : '01'), element('vPag', totals.total)),
  );

/** Fills the place that holds the authority's protocol in an authorised invoice. */
const protocol = ({ invoice }: InvoiceSheet): Element =>
  withAttributes(
    element(
      'protNFe',
      element(
        'infProt',
        element('tpAmb', '2'),
        element('verAplic', 'DEMONSTRACAO'),
        element('chNFe', invoice.key),
        element('dhRecbto', issuedAt(invoice.issuedOn)),
        element('nProt', '000000000000000'),
        element('cStat', '999'),
        element('xMotivo', DEMONSTRATION),
      ),
    ),
    { versao: VERSION },
  );

const isPerson = (id: string): boolean => normalizeDocument(id).length === 11;
const documentOf = (id: string): Node =>
  !isMissingDocument(id) && element(isPerson(id) ? 'CPF' : 'CNPJ', normalizeDocument(id));
const text = (name: string, value: string, most: number): Element =>
  element(name, value.replace(/\s+/g, ' ').trim().slice(0, most));
const unlessZero = (name: string, value: string): Node => value !== '0.00' && element(name, value);
const percent = (given: string | undefined): string => fixedDecimal(parseDecimal(given ?? '0') ?? '0', 4);
const issuedAt = (day: string): string => `${day}T12:00:00-03:00`;
const stateCode = (uf: string): string => states.find(({ value }) => value === uf)?.ibge ?? '';
const cityCode = (uf: string, name: string): string =>
  citiesOf(uf)?.find(({ cidade }) => cidade === name)?.ibge ?? `${stateCode(uf) || '99'}99999`;
const substitutedBase = (lines: InvoiceSheet['lines']): string =>
  fixedDecimal(
    lines
      .filter(({ item }) => item.taxes.st ?? item.taxes.stsn)
      .reduce((sum, { amounts }) => addDecimals(sum, amounts.products), '0'),
    2,
  );
