import { createHash, X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  BasicConstraints,
  Certificate,
  type Extension,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  KeyUsage,
  KeyUsageFlags,
} from '@peculiar/asn1-x509';

/** A certificate that may issue others, as far as a chain depends on it. */
export interface Authority {
  certificate: X509Certificate;
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint: string;
  name: string;
  issuerName: string;
  from: Date;
  to: Date;
  /** Signed by itself: chains end here. */
  isRoot: boolean;
  /** How many further authorities may stand between it and the signer; `null` for any number. */
  pathLength: number | null;
}

/** ICP-Brasil's own certificates take about 2 KB. */
const MAX_BYTES = 16 * 1024;
/** Why a certificate cannot be used as an authority, as a sentence for the person who sent it. */
export class NotAnAuthority extends Error {}

/**
 * Reads the certificate (DER) of an authority. Throws NotAnAuthority for one that may not issue others: RFC 5280 demands the
 * mark of an authority (basicConstraints), and the use for signing certificates wherever uses are named.
 */
export function authorityOf(der: Buffer): Authority {
  const { certificate, extensions } = parsed(der);
  const constraints = extension(extensions, id_ce_basicConstraints, BasicConstraints);
  if (!constraints?.cA) throw new NotAnAuthority('Não é de uma autoridade: é o certificado de quem assina.');
  if (!mayBeUsedFor(extensions, KeyUsageFlags.keyCertSign))
    throw new NotAnAuthority('O certificado não pode assinar outros certificados.');
  const unknown = extensions.find(({ extnID, critical }) => critical && !UNDERSTOOD.includes(extnID));
  if (unknown)
    throw new NotAnAuthority(
      `O certificado traz uma restrição que o Balcão não confere (${unknown.extnID}).`,
    );
  const isRoot = certificate.subject === certificate.issuer;
  if (isRoot && !certificate.verify(certificate.publicKey))
    throw new NotAnAuthority('A assinatura do próprio certificado não confere.');
  return {
    certificate,
    fingerprint: fingerprintOf(der),
    name: commonName(certificate.subject),
    issuerName: commonName(certificate.issuer),
    from: new Date(certificate.validFrom),
    to: new Date(certificate.validTo),
    isRoot,
    pathLength: constraints.pathLenConstraint ?? null,
  };
}

/** The certificate with which a document was signed. */
export interface SignerCertificate {
  certificate: X509Certificate;
  from: Date;
  to: Date;
  /** Whether it may sign documents: not an authority's, and for signatures wherever uses are named. */
  maySign: boolean;
}

/** Throws if it is none. */
export function signerOf(der: Buffer): SignerCertificate {
  const { certificate, extensions } = parsed(der);
  const maySign =
    !extension(extensions, id_ce_basicConstraints, BasicConstraints)?.cA &&
    mayBeUsedFor(extensions, KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation);
  return {
    certificate,
    from: new Date(certificate.validFrom),
    to: new Date(certificate.validTo),
    maySign,
  };
}

export const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

/** What is checked here, or restricts nothing that a chain depends on. Any other critical extension must be refused. */
const UNDERSTOOD: readonly string[] = [
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_extKeyUsage,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_subjectAltName,
];

function parsed(der: Buffer): { certificate: X509Certificate; extensions: readonly Extension[] } {
  if (der.length > MAX_BYTES) throw new NotAnAuthority('É grande demais para um certificado.');
  try {
    // OpenSSL reads it first, since it is made for bytes of strangers.
    const certificate = new X509Certificate(der);
    return { certificate, extensions: AsnConvert.parse(der, Certificate).tbsCertificate.extensions ?? [] };
  } catch (cause) {
    throw new NotAnAuthority(UNREADABLE, { cause });
  }
}

const UNREADABLE = 'Não é um certificado que possa ser lido.';

function extension<T>(extensions: readonly Extension[], id: string, type: new () => T): T | undefined {
  const found = extensions.find(({ extnID }) => extnID === id);
  try {
    return found && AsnConvert.parse(found.extnValue, type);
  } catch (cause) {
    throw new NotAnAuthority(UNREADABLE, { cause });
  }
}

/** A certificate that names no uses may be used for all; otherwise one of the flags is enough. */
function mayBeUsedFor(extensions: readonly Extension[], flags: number): boolean {
  const usage = extension(extensions, id_ce_keyUsage, KeyUsage);
  return usage === undefined || (usage.toNumber() & flags) !== 0;
}

/** Node writes one attribute a line: 'C=BR\nO=ICP-Brasil\nCN=AC Raiz'. */
const commonName = (subject: string): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replace(/\n/g, ', ');
