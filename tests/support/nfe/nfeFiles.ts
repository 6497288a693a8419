import { SignedXml } from 'xml-crypto';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { type TestCertificate, testCertificate } from './certificate.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const NFE = 'http://www.portalfiscal.inf.br/nfe';

export const OWN_CNPJ = '12345678000195';
export const CUSTOMER_CNPJ = '19131243000197';

export interface NoteLine {
  code?: string;
  description?: string;
  cfop?: string;
  unit?: string;
  quantity?: string;
  unitPrice?: string;
  amount?: string;
  discount?: string;
  taxes?: string;
}

export interface NoteOptions {
  emitter?: string;
  /** `null` when no receiver is named. */
  receiver?: string | null;
  receiverName?: string;
  model?: string;
  series?: string;
  number?: string;
  issuedAt?: string;
  direction?: string;
  purpose?: string;
  environment?: string;
  status?: string;
  refersTo?: string[];
  lines?: NoteLine[];
  titles?: string;
  key?: string;
  carrier?: { document: string; name: string };
  certificate?: TestCertificate;
  /** Changes the signed text, while the signature remains that of the original. */
  tamper?: (xml: string) => string;
}

const certificates = new Map<string, TestCertificate>();
export function certificateFor(cnpj: string): TestCertificate {
  const made = certificates.get(cnpj) ?? testCertificate(cnpj);
  certificates.set(cnpj, made);
  return made;
}

const DEFAULTS = {
  emitter: OWN_CNPJ,
  receiver: CUSTOMER_CNPJ as string | null,
  receiverName: 'MERCEARIA DO ZÉ & FILHOS LTDA',
  model: '55',
  series: '1',
  number: '1001',
  issuedAt: '2026-05-11T10:20:30-03:00',
  direction: '1',
  purpose: '1',
  environment: '1',
  status: '100',
  refersTo: [] as string[],
  lines: [{}] as NoteLine[],
  titles: '',
};

export function keyOf(options: NoteOptions = {}): string {
  const { emitter, model, series, number, issuedAt } = { ...DEFAULTS, ...options };
  return buildAccessKey({
    stateCode: '35',
    yearMonth: issuedAt.slice(2, 4) + issuedAt.slice(5, 7),
    cnpj: emitter.padStart(14, '0'),
    model,
    series,
    number,
    emissionType: '1',
    code: '12345678',
  });
}

/** An authorised invoice as returned by the authority, signed by its issuer. */
export function nfeProc(options: NoteOptions = {}): string {
  const { status, environment, tamper, emitter } = { ...DEFAULTS, ...options };
  const key = options.key ?? keyOf(options);
  const signed = signedXml(
    `<NFe xmlns="${NFE}">${infNFe(key, options)}</NFe>`,
    'infNFe',
    options.certificate ?? certificateFor(emitter),
  );
  const digest = /<DigestValue>([^<]*)/.exec(signed)?.[1] ?? '';
  const protocol =
    status &&
    `<protNFe versao="4.00"><infProt><tpAmb>${environment}</tpAmb><verAplic>SP</verAplic><chNFe>${key}</chNFe><dhRecbto>2026-05-11T10:21:00-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>${digest}</digVal><cStat>${status}</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="${NFE}" versao="4.00">${signed}${protocol}</nfeProc>`;
  return tamper ? tamper(xml) : xml;
}

function infNFe(key: string, options: NoteOptions): string {
  const given = { ...DEFAULTS, ...options };
  const lines = given.lines.map((line, index) => det(line, index + 1));
  const total = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100;
  const refs = given.refersTo.map((ref) => `<NFref><refNFe>${ref}</refNFe></NFref>`).join('');
  return [
    `<infNFe versao="4.00" Id="NFe${key}">`,
    `<ide><cUF>35</cUF><cNF>12345678</cNF><natOp>VENDA</natOp><mod>${given.model}</mod><serie>${given.series}</serie>`,
    `<nNF>${given.number}</nNF><dhEmi>${given.issuedAt}</dhEmi><tpNF>${given.direction}</tpNF><idDest>1</idDest>`,
    `<cMunFG>3550308</cMunFG><tpImp>1</tpImp><tpEmis>1</tpEmis><cDV>${key.slice(-1)}</cDV>`,
    `<tpAmb>${given.environment}</tpAmb><finNFe>${given.purpose}</finNFe><indFinal>0</indFinal><indPres>3</indPres>${refs}</ide>`,
    `<emit>${documentOf(given.emitter)}<xNome>EMPRESA DE TESTE LTDA</xNome><xFant>Empresa de Teste</xFant>`,
    '<enderEmit><xLgr>Rua Um</xLgr><nro>10</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun><UF>SP</UF><CEP>01310100</CEP></enderEmit>',
    '<IE>111111111111</IE><CRT>3</CRT></emit>',
    dest(given),
    ...lines.map(({ xml }) => xml),
    `<total><ICMSTot><vProd>${total.toFixed(2)}</vProd><vNF>${total.toFixed(2)}</vNF></ICMSTot></total>`,
    `<transp><modFrete>${given.carrier ? '0' : '9'}</modFrete>${transporter(given)}</transp>${given.titles}`,
    '</infNFe>',
  ].join('');
}

const transporter = ({ carrier }: Pick<NoteOptions, 'carrier'>) =>
  carrier ? `<transporta>${documentOf(carrier.document)}<xNome>${carrier.name}</xNome></transporta>` : '';

const documentOf = (document: string) =>
  document.length === 11 ? `<CPF>${document}</CPF>` : `<CNPJ>${document}</CNPJ>`;

function dest({ receiver, receiverName }: { receiver: string | null; receiverName: string }): string {
  if (receiver === null) return '';
  const who = receiver === '' ? '<idEstrangeiro>X1</idEstrangeiro>' : documentOf(receiver);
  return `<dest>${who}<xNome>${receiverName.replace(/&/g, '&amp;')}</xNome><enderDest><xLgr>Avenida Dois</xLgr><nro>20</nro><xBairro>Vila</xBairro><cMun>3509502</cMun><xMun>Campinas</xMun><UF>SP</UF><CEP>13010000</CEP><fone>1932000000</fone></enderDest><indIEDest>1</indIEDest><IE>222222222222</IE><email>compras@cliente.com.br</email></dest>`;
}

function det(line: NoteLine, nItem: number): { xml: string; amount: string } {
  const {
    code = `00${nItem}`,
    description = `Produto ${nItem}`,
    cfop = '5102',
    unit = 'UN',
    quantity = '2.0000',
    unitPrice = '10.5000000000',
    amount = '21.00',
    discount = '',
    taxes = '<ICMS><ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>21.00</vBC><pICMS>18.0000</pICMS><vICMS>3.78</vICMS></ICMS00></ICMS>',
  } = line;
  const xml = `<det nItem="${nItem}"><prod><cProd>${code}</cProd><cEAN>SEM GTIN</cEAN><xProd>${description}</xProd><NCM>39173290</NCM><CFOP>${cfop}</CFOP><uCom>${unit}</uCom><qCom>${quantity}</qCom><vUnCom>${unitPrice}</vUnCom><vProd>${amount}</vProd>${discount && `<vDesc>${discount}</vDesc>`}<indTot>1</indTot></prod><imposto>${taxes}</imposto></det>`;
  return { xml, amount };
}

export interface EventOptions {
  key: string;
  type?: string;
  author?: string;
  status?: string;
  sequence?: number;
  certificate?: TestCertificate;
}

/** A registered event, signed by its author. */
export function procEventoNFe(options: EventOptions): string {
  const { key, type = '110111', author = OWN_CNPJ, status = '135', sequence = 1 } = options;
  const id = `ID${type}${key}${String(sequence).padStart(2, '0')}`;
  const detail =
    type === '110110'
      ? '<xCorrecao>O transportador é outro</xCorrecao>'
      : '<xJust>Pedido em duplicidade</xJust>';
  const body = `<evento xmlns="${NFE}" versao="1.00"><infEvento Id="${id}"><cOrgao>35</cOrgao><tpAmb>1</tpAmb><CNPJ>${author}</CNPJ><chNFe>${key}</chNFe><dhEvento>2026-05-12T09:00:00-03:00</dhEvento><tpEvento>${type}</tpEvento><nSeqEvento>${sequence}</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00"><descEvento>Evento</descEvento>${detail}</detEvento></infEvento></evento>`;
  const signed = signedXml(body, 'infEvento', options.certificate ?? certificateFor(author));
  return `<?xml version="1.0" encoding="UTF-8"?><procEventoNFe xmlns="${NFE}" versao="1.00">${signed}<retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><cStat>${status}</cStat><xMotivo>Evento registrado</xMotivo><chNFe>${key}</chNFe><nProt>135260000000002</nProt></infEvento></retEvento></procEventoNFe>`;
}

function signedXml(xml: string, name: string, { privateKey, pem }: TestCertificate): string {
  // From the root downwards: a path that looks everywhere costs a note more than its signature.
  const place = `/*/*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey,
    publicCert: pem,
    signatureAlgorithm: `${DSIG}rsa-sha1`,
    canonicalizationAlgorithm: C14N,
  });
  signer.addReference({
    xpath: place,
    transforms: [`${DSIG}enveloped-signature`, C14N],
    digestAlgorithm: `${DSIG}sha1`,
  });
  signer.computeSignature(xml, {
    location: { reference: place, action: 'after' },
  });
  return signer.getSignedXml();
}
