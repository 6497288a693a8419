import type { ChainProblem } from '#contract/rules/nfe/noteTrust.ts';
import { type Authority, NotAnAuthority, type SignerCertificate, signerOf } from './authority.ts';

/** From one instant to another, both included. */
export type Period = readonly [from: Date, to: Date];

interface ChainVerdict {
  /** When a signature with this certificate had a whole chain, that is, each certificate of it was valid; often none. */
  periods: readonly Period[];
  /** Why there is no such time; '' if there is one. */
  problem: ChainProblem | '';
}

/** Authorities by their name in the certificates that they issue. */
export type Authorities = ReadonlyMap<string, readonly Authority[]>;

export function bySubject(authorities: readonly Authority[]): Authorities {
  const found = new Map<string, Authority[]>();
  for (const authority of authorities) {
    const { subject } = authority.certificate;
    found.set(subject, [...(found.get(subject) ?? []), authority]);
  }
  return found;
}

/** More authorities than stand above any signer of ICP-Brasil. */
const MAX_DEPTH = 6;
/** Certificates of an authority with the same name and key are few; this only bounds what somebody could construct. */
const MAX_STEPS = 200;

/**
 * Finds the times at which a signer's certificate had a chain to a root among the authorities: names and signatures of each
 * link, the number of authorities that each allows below it, and the validity of all at once. A chain is judged on the day of
 * signature, so the answer is a set of periods, not a yes or no. Revocation is not asked.
 */
export function judgeChain(der: Buffer, authorities: Authorities): ChainVerdict {
  const signer = readSigner(der);
  if (!signer) return { periods: [], problem: 'ILEGIVEL' };
  if (isSelfSigned(signer)) return { periods: [], problem: 'AUTOASSINADO' };
  if (!signer.maySign) return { periods: [], problem: 'NAO_ASSINA' };
  const periods: Period[] = [];
  let steps = 0;
  let issuerFound = false;
  let apartInTime = false;
  const climb = (below: SignerCertificate | Authority, depth: number, period: Period) => {
    for (const authority of authorities.get(below.certificate.issuer) ?? []) {
      if (++steps > MAX_STEPS) return;
      // `depth` authorities stand between this one and the signer.
      if (authority.pathLength !== null && authority.pathLength < depth) continue;
      if (!below.certificate.checkIssued(authority.certificate)) continue;
      if (!below.certificate.verify(authority.certificate.publicKey)) continue;
      issuerFound = true;
      const common = overlap(period, [authority.from, authority.to]);
      if (!common) apartInTime = true;
      else if (authority.isRoot) periods.push(common);
      else if (depth + 1 < MAX_DEPTH) climb(authority, depth + 1, common);
    }
  };
  climb(signer, 0, [signer.from, signer.to]);
  if (periods.length > 0) return { periods, problem: '' };
  return { periods, problem: apartInTime ? 'PRAZOS' : issuerFound ? 'SEM_RAIZ' : 'SEM_EMISSOR' };
}

function readSigner(der: Buffer): SignerCertificate | null {
  try {
    return signerOf(der);
  } catch (error) {
    if (error instanceof NotAnAuthority) return null;
    throw error;
  }
}

const isSelfSigned = ({ certificate }: SignerCertificate) =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);

function overlap(a: Period, b: Period): Period | null {
  const from = a[0] > b[0] ? a[0] : b[0];
  const to = a[1] < b[1] ? a[1] : b[1];
  return from <= to ? [from, to] : null;
}
