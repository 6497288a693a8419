import type { X509Certificate } from 'node:crypto';

/**
 * Where ICP-Brasil (DOC-ICP-04) puts the holder: other names of the certificate by object identifier. The first is a
 * company's CNPJ; the second a person's birth date (eight digits) followed by the CPF.
 */
const COMPANY = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x03]);
const PERSON = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x01]);
/** Tags and lengths between an identifier and its text. */
const MOST_BETWEEN = 8;

/** CNPJ (14 characters) or CPF (11 digits) of whom a certificate was issued to, '' when it names neither. */
export function certificateHolder(certificate: X509Certificate): string {
  const company = textBehind(certificate.raw, COMPANY, 14, /[0-9A-Z]{12}\d{2}/);
  if (company) return company;
  const person = textBehind(certificate.raw, PERSON, 19, /\d{19}/);
  if (person) return person.slice(8);
  // Common name: 'EMPRESA LTDA:12345678000195'.
  return /^CN=.*:([0-9A-Z]{12}\d{2}|\d{11})$/m.exec(certificate.subject)?.[1] ?? '';
}

function textBehind(raw: Buffer, identifier: Buffer, length: number, shape: RegExp): string {
  const at = raw.indexOf(identifier);
  if (at < 0) return '';
  const from = at + identifier.length;
  return shape.exec(raw.toString('latin1', from, from + length + MOST_BETWEEN))?.[0] ?? '';
}
