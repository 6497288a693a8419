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

/** An authority of the tests' own, with a key of its own. */
export interface TestAuthority extends TestCertificate {
  name: Buffer;
  der: Buffer;
}

interface Issued {
  from?: Date;
  to?: Date;
  /** Signs itself without one. */
  issuer?: Pick<TestAuthority, 'name' | 'privateKey'> | undefined;
  /** Further extensions, encoded. */
  extensions?: readonly Buffer[];
}

const extension = (id: Buffer, value: Buffer, critical = false) =>
  sequence(id, ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));
const BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13);
const KEY_USAGE = oid(0x55, 0x1d, 0x0f);

export const constraints = ({ ca = true, pathLength = null as number | null } = {}) =>
  extension(
    BASIC_CONSTRAINTS,
    sequence(
      ...(ca ? [der(0x01, Buffer.from([0xff]))] : []),
      ...(pathLength === null ? [] : [der(0x02, Buffer.from([pathLength]))]),
    ),
    true,
  );
/** The bits in RFC 5280's order, from the left: 0x80 digitalSignature, 0x40 nonRepudiation, 0x04 keyCertSign. */
export const keyUsage = (bits: number) => extension(KEY_USAGE, der(0x03, Buffer.from([1, bits])), true);
/** A critical extension (name constraints) that says something a reader must understand. */
export const nameConstraints = () => extension(oid(0x55, 0x1d, 0x1e), sequence(), true);

/** Names uses in bytes that are none. */
export const unreadableUsage = () => extension(KEY_USAGE, Buffer.from([0x03, 0x05, 0x01]), true);

const nameOf = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));

let serials = 0;
function issue(
  name: Buffer,
  keys: { privateKey: KeyObject; publicKey: KeyObject },
  { from = new Date('2020-01-01'), to = new Date('2040-01-01'), issuer, extensions = [] }: Issued,
): { der: Buffer; pem: string } {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ++serials >> 8, serials & 0xff])),
    SHA256_RSA,
    issuer?.name ?? name,
    sequence(time(from), time(to)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? keys.privateKey);
  const raw = sequence(body, SHA256_RSA, der(0x03, Buffer.from([0]), signature));
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    der: raw,
    pem: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

/** An authority: a root without an issuer, else an intermediate. Its marks can be left out or others given. */
export function testAuthority(
  text: string,
  {
    marks = [constraints(), keyUsage(0x06)],
    ...given
  }: Omit<Issued, 'extensions'> & { marks?: readonly Buffer[] } = {},
): TestAuthority {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = nameOf(text);
  return { name, privateKey: keys.privateKey, ...issue(name, keys, { ...given, extensions: marks }) };
}

/**
 * A certificate in the form of ICP-Brasil: the holder's CNPJ is in its name and among its alternative names. Self-made unless
 * an authority issues it.
 */
export function testCertificate(
  cnpj: string,
  { marks = [], ...given }: Omit<Issued, 'extensions'> & { marks?: readonly Buffer[] } = {},
): TestCertificate & { der: Buffer } {
  const keys = keyPair();
  const holder = der(0xa0, COMPANY, der(0xa0, der(0x04, Buffer.from(cnpj))));
  const names = sequence(OTHER_NAMES, der(0x04, sequence(holder)));
  const name = nameOf(`EMPRESA DE TESTE LTDA:${cnpj}`);
  return { privateKey: keys.privateKey, ...issue(name, keys, { ...given, extensions: [names, ...marks] }) };
}
