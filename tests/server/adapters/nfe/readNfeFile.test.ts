import { describe, expect, it } from '@jest/globals';
import { readNfeFile } from '#server/adapters/nfe/readNfeFile.ts';
import { testCertificate } from '#tests/support/nfe/certificate.ts';
import {
  CUSTOMER_CNPJ,
  certificateFor,
  keyOf,
  type NoteOptions,
  nfeProc,
  OWN_CNPJ,
  procEventoNFe,
} from '#tests/support/nfe/nfeFiles.ts';

async function* pieces(content: Buffer, size = 700): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
const read = (xml: string | Buffer) => readNfeFile(pieces(Buffer.from(xml as string)));
const codeOf = async (xml: string | Buffer): Promise<string> => {
  const error = await read(xml).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return 'taken';
  expect(error).toMatchObject({ status: 422, message: expect.stringMatching(/^[A-ZÀ-Ú].*\.$/s) });
  return (error as { code: string }).code;
};

/** The certificate can be parsed, but the key in it cannot. */
const withoutKey = (xml: string): string =>
  xml.replace(/(?<=<X509Certificate>)[^<]+/, (text) => {
    const raw = Buffer.from(text, 'base64');
    const rsa = raw.indexOf(Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]));
    // The tag of the sequence within the key's bit string.
    raw[raw.indexOf(0x30, raw.indexOf(0x03, rsa + 9))] = 0x31;
    return raw.toString('base64');
  });

describe('genuine invoice', () => {
  it('is read as text, with its zeros and decimals', async () => {
    const lines = [
      { code: '007', unit: 'KG', quantity: '1.2345', unitPrice: '3.1234567891', amount: '3.86' },
      { cfop: '5910', code: 'A-1' },
    ];
    const titles = '<cobr><dup><nDup>001</nDup><dVenc>2026-06-11</dVenc><vDup>24.86</vDup></dup></cobr>';
    const found = await read(nfeProc({ lines, titles }));
    expect(found).toMatchObject({
      type: 'NOTE',
      remark: '',
      protocol: '135260000000001',
      note: {
        key: keyOf(),
        model: '55',
        series: 1,
        number: 1001,
        issuedOn: '2026-05-11',
        emitter: { document: OWN_CNPJ, address: { city: 'São Paulo', state: 'SP' } },
        receiver: { document: CUSTOMER_CNPJ, name: 'MERCEARIA DO ZÉ & FILHOS LTDA', phone: '1932000000' },
        total: '24.86',
        titles: [{ number: '001', dueOn: '2026-06-11', amount: '24.86' }],
      },
    });
    if (found.type !== 'NOTE') throw new Error('no note');
    expect(found.note.lines[0]).toMatchObject({
      code: '007',
      quantity: '1.2345',
      unitPrice: '3.1234567891',
      ncm: '39173290',
      taxes: { icms: { cst: '00', percent: '18', amount: '3.78' } },
    });
  });

  it('is accepted with late authorisation, letters in the CNPJ, or an older encoding', async () => {
    expect(await codeOf(nfeProc({ status: '150' }))).toBe('taken');
    expect(await codeOf(nfeProc({ emitter: 'AB12CD34000184' }))).toBe('taken');
    const latin = nfeProc().replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
    expect(await codeOf(Buffer.from(latin, 'latin1'))).toBe('taken');
    expect(await codeOf(`\uFEFF${nfeProc()}`)).toBe('taken');
    // Saved in ISO-8859-1 by a program that left the declaration as it was.
    const saved = await read(Buffer.from(nfeProc(), 'latin1'));
    expect(saved).toMatchObject({ note: { receiver: { name: 'MERCEARIA DO ZÉ & FILHOS LTDA' } } });
  });

  it('has titles due at sight where it gives no date, and a number of its own for each', async () => {
    const titles =
      '<cobr><dup><nDup>001</nDup><vDup>10.00</vDup></dup><dup><nDup>001</nDup><dVenc>2026-07-11</dVenc><vDup>5.00</vDup></dup><dup><nDup>001-2</nDup><dVenc>2026-08-11</dVenc><vDup>4.86</vDup></dup><dup><vDup>5.00</vDup></dup></cobr>';
    const found = await read(nfeProc({ titles }));
    expect(found).toMatchObject({
      note: {
        titles: [
          { number: '001', dueOn: '2026-05-11' },
          { number: '001-2', dueOn: '2026-07-11' },
          { number: '001-2-3', dueOn: '2026-08-11' },
          { number: '004', dueOn: '2026-05-11' },
        ],
      },
    });
  });

  it('gets a remark when the authority issued and signed it', async () => {
    const found = await read(nfeProc({ series: '890', certificate: certificateFor('46377222000129') }));
    expect(found).toMatchObject({ remark: expect.stringMatching(/assinada pelo fisco/) });
  });
});

describe('document of another kind', () => {
  const sentence = (xml: string) =>
    read(xml).then(
      () => '',
      (error: Error) => error.message,
    );
  const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
  it.each([
    [`<enviNFe ${NFE}/>`, /o pedido de autorização, que ainda não tem a resposta da SEFAZ/],
    [`<retConsSitNFe ${NFE}/>`, /a resposta da SEFAZ sem a nota/],
    [`<evento ${NFE}/>`, /um evento sem o registro da SEFAZ/],
    [`<resNFe ${NFE}/>`, /só o resumo da nota/],
    [`<procInutNFe ${NFE}/>`, /uma inutilização de números/],
    ['<cteProc xmlns="http://www.portalfiscal.inf.br/cte"/>', /um conhecimento de transporte \(CT-e\)/],
    ['<mdfeProc xmlns="http://www.portalfiscal.inf.br/mdfe"/>', /um manifesto de carga/],
    ['<CompNfse xmlns="http://www.abrasf.org.br/nfse.xsd"/>', /uma nota de serviço/],
    ['<CFe/>', /um cupom fiscal/],
    ['<html/>', /uma página/],
    ['<nfeProc/>', /^O XML da nota está sem o endereço do layout/],
    ['<NFe xmlns="urn:outro"/>', /layout que a SEFAZ não usa \(urn:outro\)/],
    ['<planilha/>', /não é de uma NF-e nem de um evento dela: começa por "planilha"/],
    [`<NFe ${NFE}><infNFe><ide><tpAmb>1</tpAmb></ide></infNFe></NFe>`, /não traz a autorização da SEFAZ/],
  ])('%s is told by what it is', async (xml, expected) => {
    expect(await sentence(xml)).toMatch(expected);
  });
});

describe('file that is not genuine', () => {
  const doctype = '<!DOCTYPE x [<!ENTITY a "b">]>';
  it.each<[string, () => string, string]>([
    ['with a document type', () => nfeProc().replace('?>', `?>${doctype}`), 'XML_COM_DOCTYPE'],
    ['cut off', () => nfeProc().slice(0, -20), 'XML_MALFORMADO'],
    ['empty', () => '', 'XML_MALFORMADO'],
    ['no XML', () => 'PK\u0003\u0004', 'XML_MALFORMADO'],
    ['another document', () => '<cteProc xmlns="http://www.portalfiscal.inf.br/cte"/>', 'XML_NAO_E_NFE'],
    ['without a namespace', () => '<nfeProc/>', 'XML_NAO_E_NFE'],
    ['of the test environment', () => nfeProc({ environment: '2' }), 'NOTA_DE_TESTE'],
    ['unauthorised', () => nfeProc({ status: '539' }), 'NOTA_NAO_AUTORIZADA'],
    ['denied', () => nfeProc({ status: '302' }), 'NOTA_NAO_AUTORIZADA'],
    ['without its protocol', () => nfeProc({ status: '' }), 'NOTA_NAO_AUTORIZADA'],
    [
      'with a wrong check digit',
      () => nfeProc({ key: `${keyOf().slice(0, 43)}${(Number(keyOf()[43]) + 1) % 10}` }),
      'CHAVE_ERRADA',
    ],
    ['with the key of another invoice', () => nfeProc({ key: keyOf({ number: '77' }) }), 'CHAVE_ERRADA'],
    [
      'with a changed amount',
      () => nfeProc({ tamper: (xml) => xml.replace('<qCom>2.0000', '<qCom>9.0000') }),
      'ASSINATURA_INVALIDA',
    ],
    [
      'with a changed signature',
      () => nfeProc({ tamper: (xml) => xml.replace(/<SignatureValue>..../, '<SignatureValue>AAAA') }),
      'ASSINATURA_INVALIDA',
    ],
    [
      'without signature',
      () => nfeProc({ tamper: (xml) => xml.replace(/<Signature .*<\/Signature>/s, '') }),
      'SEM_ASSINATURA',
    ],
    [
      'without certificate',
      () => nfeProc({ tamper: (xml) => xml.replace(/<X509Certificate>.*<\/X509Certificate>/s, '') }),
      'ASSINATURA_SEM_CERTIFICADO',
    ],
    ...(
      [
        ['by a shared secret', 'xmldsig#rsa-sha1', 'xmldsig#hmac-sha1'],
        ['with its comments', '20010315"/><SignatureMethod', '20010315#WithComments"/><SignatureMethod'],
        ['in another part', 'Reference URI="#NFe', 'Reference URI="#X'],
        ['as a whole', /URI="#NFe\d+"/, 'URI=""'],
        ['in two parts', /<Reference.*<\/Reference>/s, '$&$&'],
        ['twice', /<SignedInfo.*<\/SignedInfo>/s, '$&$&'],
      ] as const
    ).map(([how, from, to]): [string, () => string, string] => [
      `signed ${how}`,
      () => nfeProc({ tamper: (xml) => xml.replace(from, to) }),
      'ASSINATURA_DE_OUTRO_TIPO',
    ]),
    ['with a certificate whose key is invalid', () => nfeProc({ tamper: withoutKey }), 'ASSINATURA_INVALIDA'],
    [
      'signed by someone else',
      () => nfeProc({ certificate: certificateFor(CUSTOMER_CNPJ) }),
      'ASSINATURA_DE_OUTRO',
    ],
    [
      'signed after the certificate ended',
      () => nfeProc({ certificate: testCertificate(OWN_CNPJ, { to: new Date('2025-01-01') }) }),
      'CERTIFICADO_FORA_DO_PRAZO',
    ],
    [
      'authorised as another invoice',
      () => nfeProc({ tamper: (xml) => xml.replace(/<chNFe>\d{43}/, `<chNFe>${'1'.repeat(43)}`) }),
      'PROTOCOLO_DE_OUTRA_NOTA',
    ],
    [
      'authorised with other content',
      () => nfeProc({ tamper: (xml) => xml.replace(/<digVal>..../, '<digVal>AAAA') }),
      'PROTOCOLO_DE_OUTRA_NOTA',
    ],
    ['with a negative quantity', () => nfeProc({ lines: [{ quantity: '-1' }] }), 'XML_DE_OUTRO_LAYOUT'],
    ['with an exponent', () => nfeProc({ lines: [{ quantity: '1e3' }] }), 'XML_DE_OUTRO_LAYOUT'],
    ['nested too deeply', () => `<a>${'<b>'.repeat(40)}`, 'XML_GRANDE'],
    ['in a foreign encoding', () => nfeProc().replace('UTF-8', 'UTF-7'), 'XML_CODIFICACAO'],
  ])('is rejected with a sentence: %s', async (_name, make, code) => {
    expect(await codeOf(make())).toBe(code);
  });

  it('is read no further than the size limit', async () => {
    expect(await codeOf(`<a>${' '.repeat(5_000_000)}</a>`)).toBe('XML_GRANDE');
  });

  it('is rejected at its document type, before the rest arrives', async () => {
    let requested = 0;
    async function* slow() {
      yield Buffer.from(`<?xml version="1.0"?>${doctype}<nfeProc>`);
      requested += 1;
      yield Buffer.from('</nfeProc>');
    }
    await expect(readNfeFile(slow())).rejects.toMatchObject({ code: 'XML_COM_DOCTYPE' });
    expect(requested).toBe(0);
  });

  it('is not trusted in what is outside the signed part', async () => {
    const real = nfeProc();
    const forged = real.match(/<infNFe.*<\/infNFe>/s)?.[0].replace('<qCom>2.0000', '<qCom>900.0000') ?? '';
    // The signed part is moved, and a forged one takes its place with the same Id or another one.
    const twice = real.replace('<infNFe', `${forged}<infNFe`);
    expect(await codeOf(twice)).toBe('XML_DE_OUTRO_LAYOUT');
    const hidden = real.replace(/<infNFe.*<\/infNFe>/s, (signed) => `${forged}<extra>${signed}</extra>`);
    expect(await codeOf(hidden)).toBe('ASSINATURA_INVALIDA');
    const other = real.replace(
      /<infNFe.*<\/infNFe>/s,
      (signed) =>
        `${forged.replace(/Id="[^"]*"/, `Id="NFe${keyOf({ number: '2' })}"`)}<extra>${signed}</extra>`,
    );
    expect(await codeOf(other)).not.toBe('taken');
  });
});

describe('event of an invoice', () => {
  const key = keyOf();
  it.each(['135', '136', '155'])('is valid when it is registered with %s', async (status) => {
    expect(await read(procEventoNFe({ key, status }))).toMatchObject({
      type: 'EVENT',
      event: { key, type: '110111', sequence: 1, text: 'Pedido em duplicidade', author: OWN_CNPJ },
    });
  });

  it('is rejected when unregistered, changed, or signed by someone else', async () => {
    expect(await codeOf(procEventoNFe({ key, status: '573' }))).toBe('EVENTO_NAO_REGISTRADO');
    expect(await codeOf(procEventoNFe({ key }).replace('<tpEvento>110111', '<tpEvento>110112'))).toBe(
      'ASSINATURA_INVALIDA',
    );
    expect(await codeOf(procEventoNFe({ key, certificate: certificateFor(CUSTOMER_CNPJ) }))).toBe(
      'ASSINATURA_DE_OUTRO',
    );
  });
});

describe('keys of invoice fixtures', () => {
  it('follow the options', () => {
    const options: NoteOptions = { number: '5', series: '3' };
    expect(nfeProc(options)).toContain(`Id="NFe${keyOf(options)}"`);
  });
});
