import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface TestCertificate {
  privateKey: KeyObject;
  pem: string;
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const time = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`, 'latin1'));

const SHA256_RSA = sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), der(0x05));
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const OTHER_NAMES = oid(0x55, 0x1d, 0x11);
const COMPANY = oid(0x60, 0x4c, 0x01, 0x03, 0x03);

/** Making a key costs as much as signing a hundred notes, and what a certificate says does not depend on its key. */
let pair: { privateKey: KeyObject; publicKey: KeyObject } | undefined;
function keyPair() {
  pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return pair;
}

/** A self-made certificate in the form of ICP-Brasil: the holder's CNPJ is in its name and among its alternative names. */
export function testCertificate(
  cnpj: string,
  { from = new Date('2020-01-01'), to = new Date('2040-01-01') } = {},
): TestCertificate {
  const { privateKey, publicKey } = keyPair();
  const name = sequence(
    der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(`EMPRESA DE TESTE LTDA:${cnpj}`)))),
  );
  const holder = der(0xa0, COMPANY, der(0xa0, der(0x04, Buffer.from(cnpj))));
  const extensions = der(0xa3, sequence(sequence(OTHER_NAMES, der(0x04, sequence(holder)))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_RSA,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = sign('sha256', body, privateKey);
  const raw = sequence(body, SHA256_RSA, der(0x03, Buffer.from([0]), signature));
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    privateKey,
    pem: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
