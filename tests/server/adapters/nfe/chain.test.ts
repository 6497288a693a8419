import { describe, expect, it } from '@jest/globals';
import { authorityOf } from '#server/adapters/nfe/chain/authority.ts';
import { bySubject, judgeChain } from '#server/adapters/nfe/chain/judgeChain.ts';
import { readBundle } from '#server/adapters/nfe/chain/readBundle.ts';
import {
  constraints,
  keyUsage,
  nameConstraints,
  type TestAuthority,
  testAuthority,
  testCertificate,
  unreadableUsage,
} from '#tests/support/nfe/certificate.ts';
import { OWN_CNPJ } from '#tests/support/nfe/nfeFiles.ts';
import { zipOf } from '#tests/support/nfe/zip.ts';

const root = testAuthority('AC Raiz de Teste');
const intermediate = testAuthority('AC de Teste', {
  issuer: root,
  from: new Date('2022-01-01'),
  to: new Date('2030-01-01'),
  marks: [constraints({ pathLength: 0 }), keyUsage(0x06)],
});
const signedBy = (issuer?: TestAuthority, given: Parameters<typeof testCertificate>[1] = {}) =>
  testCertificate(OWN_CNPJ, { issuer, from: new Date('2026-01-01'), to: new Date('2027-01-01'), ...given })
    .der;
const judged = (der: Buffer, ...authorities: TestAuthority[]) =>
  judgeChain(der, bySubject(authorities.map((each) => authorityOf(each.der))));

describe('the chain of a signer', () => {
  it('leads through an intermediate to the root, for the time at which all were valid', () => {
    expect(judged(signedBy(intermediate), root, intermediate)).toEqual({
      periods: [[new Date('2026-01-01'), new Date('2027-01-01')]],
      problem: '',
    });
    expect(judged(signedBy(root), root).problem).toBe('');
    // Expired today, and valid on the day: what it signed then stays proven.
    const expired = signedBy(intermediate, { from: new Date('2021-06-01'), to: new Date('2022-06-01') });
    expect(judged(expired, root, intermediate).periods).toEqual([
      [new Date('2022-01-01'), new Date('2022-06-01')],
    ]);
  });

  it('is not proven without each link', () => {
    const foreign = testAuthority('AC de Fora');
    const namesake = testAuthority('AC de Teste', { issuer: foreign });
    const cases: [Buffer, TestAuthority[], string][] = [
      [signedBy(), [root, intermediate], 'AUTOASSINADO'],
      [signedBy(intermediate), [], 'SEM_EMISSOR'],
      [signedBy(intermediate), [root], 'SEM_EMISSOR'],
      [signedBy(intermediate), [intermediate], 'SEM_RAIZ'],
      [signedBy(foreign), [root, intermediate], 'SEM_EMISSOR'],
      // The same name with another key.
      [signedBy(namesake), [root, intermediate], 'SEM_EMISSOR'],
      [signedBy(intermediate), [root, namesake], 'SEM_EMISSOR'],
      [
        signedBy(intermediate, { from: new Date('2031-01-01'), to: new Date('2032-01-01') }),
        [root, intermediate],
        'PRAZOS',
      ],
      [signedBy(intermediate, { marks: [unreadableUsage()] }), [root, intermediate], 'ILEGIVEL'],
      // Not yet valid when the certificate ended.
      [
        signedBy(intermediate, { from: new Date('2020-01-01'), to: new Date('2021-01-01') }),
        [root, intermediate],
        'PRAZOS',
      ],
      [signedBy(root, { marks: [keyUsage(0x20)] }), [root], 'NAO_ASSINA'],
      [signedBy(root, { marks: [constraints()] }), [root], 'NAO_ASSINA'],
      [Buffer.from('not a certificate'), [root], 'ILEGIVEL'],
    ];
    for (const [der, authorities, problem] of cases)
      expect(judged(der, ...authorities)).toEqual({ periods: [], problem });
  });

  it('has no more authorities than one above allows', () => {
    const below = testAuthority('AC abaixo', { issuer: intermediate });
    expect(judged(signedBy(below), root, intermediate, below).periods).toEqual([]);
  });

  it('ends although authorities issue each other in a circle', () => {
    const one = testAuthority('AC Um');
    const other = testAuthority('AC Dois', { issuer: one });
    const back = { ...testAuthority('AC Um', { issuer: other }), name: one.name };
    expect(judged(signedBy(other), other, back).periods).toEqual([]);
  });

  it('uses each way that there is, as after a root was renewed', () => {
    const renewed = testAuthority('AC Renovada', { to: new Date('2026-03-01') });
    const periods = judged(signedBy(renewed), renewed).periods;
    expect(periods).toEqual([[new Date('2026-01-01'), new Date('2026-03-01')]]);
  });
});

describe('an authority', () => {
  it.each([
    ['without the mark', testAuthority('sem marca', { issuer: root, marks: [] }).der],
    ['marked as none', testAuthority('não é', { issuer: root, marks: [constraints({ ca: false })] }).der],
    [
      'that may not issue',
      testAuthority('só assina', { issuer: root, marks: [constraints(), keyUsage(0x80)] }).der,
    ],
    ['with an unknown restriction', testAuthority('x', { marks: [constraints(), nameConstraints()] }).der],
    ['of a company', signedBy(root)],
    [
      'with a mark that cannot be read',
      testAuthority('ilegível', { issuer: root, marks: [constraints(), unreadableUsage()] }).der,
    ],
    ['cut short', root.der.subarray(0, 300)],
    ['far too large', Buffer.concat([root.der, Buffer.alloc(20_000)])],
  ])('is not taken %s', (_, der) => {
    expect(() => authorityOf(der)).toThrow();
  });

  it('is not taken when its own signature is another’s', () => {
    const forged = testAuthority('AC Raiz de Teste', {
      issuer: { name: root.name, privateKey: intermediate.privateKey },
    });
    expect(() => authorityOf(forged.der)).toThrow('não confere');
  });
});

describe('a file of certificates', () => {
  const read = async (content: Buffer) => (await readBundle(content, 'arquivo')).map(({ der }) => der);

  it('is read in each form in which authorities publish it', async () => {
    const both = [root.der, intermediate.der];
    expect(await read(root.der)).toEqual([root.der]);
    expect(await read(Buffer.from(root.pem + intermediate.pem))).toEqual(both);
    expect(await read(Buffer.from(`subject=AC\r\n${root.pem.replace(/\n/g, '\r\n')}`))).toEqual([root.der]);
    const chain = chainOf(both);
    expect(await read(chain)).toEqual(both);
    expect(
      await read(Buffer.from(`-----BEGIN PKCS7-----\n${chain.toString('base64')}\n-----END PKCS7-----\n`)),
    ).toEqual(both);
    const packed = zipOf([
      { name: 'LEIAME.pdf', content: 'nada' },
      { name: 'raiz/AC-Raiz.crt', content: root.pem },
      { name: 'AC.CER', content: intermediate.der },
    ]);
    expect(await read(packed)).toEqual(both);
  });

  it('is refused without certificates, damaged or inflated', async () => {
    for (const content of [
      Buffer.from('texto'),
      zipOf([{ name: 'a.txt', content: 'nada' }]),
      Buffer.alloc(0),
    ])
      await expect(read(content)).rejects.toMatchObject({ code: 'SEM_CERTIFICADOS' });
    const packed = zipOf([{ name: 'AC.crt', content: root.pem }]);
    await expect(read(packed.subarray(0, packed.length - 40))).rejects.toMatchObject({
      code: 'ZIP_DANIFICADO',
    });
    await expect(read(zipOf([{ name: 'AC.crt', content: ' '.repeat(3_000_000) }]))).rejects.toMatchObject({
      code: 'ZIP_GRANDE',
    });
  });
});

/** PKCS #7 with nothing but certificates, as a .p7b is. */
function chainOf(certificates: readonly Buffer[]): Buffer {
  const wrap = (tag: number, content: Buffer) => {
    const size = Buffer.alloc(3);
    size.writeUInt8(0x82, 0);
    size.writeUInt16BE(content.length, 1);
    return Buffer.concat([Buffer.from([tag]), size, content]);
  };
  const data = Buffer.from('300b06092a864886f70d010701', 'hex');
  const signed = wrap(
    0x30,
    Buffer.concat([
      Buffer.from('0201013100', 'hex'),
      data,
      wrap(0xa0, Buffer.concat(certificates)),
      Buffer.from('3100', 'hex'),
    ]),
  );
  return wrap(0x30, Buffer.concat([Buffer.from('06092a864886f70d010702', 'hex'), wrap(0xa0, signed)]));
}
