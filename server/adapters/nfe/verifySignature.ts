import { createHash, verify, X509Certificate } from 'node:crypto';
import { canonicalXml, namespacesWithin } from './canonicalXml.ts';
import { child, childrenOf, nfeRefusal, textAt, treeOf, type XmlElement } from './xmlTree.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
/** Signature algorithms by their URI, with Node's name of the hash. */
const SIGNATURES = new Map([
  [`${DSIG}rsa-sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
]);
const DIGESTS = new Map([
  [`${DSIG}sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
]);
const TRANSFORMS = [`${DSIG}enveloped-signature`, C14N];

export interface SignedPart {
  /** The signed element, parsed again from the signed bytes; nothing else in the file can be trusted. */
  element: XmlElement;
  digest: string;
  /** CNPJ or CPF of the certificate's holder, '' when it names none. */
  holder: string;
  validFrom: Date;
  validTo: Date;
}

/**
 * Verifies the single signature below the last element of `path` (elements from the root on) over its child `name`, as the
 * NF-e manual prescribes: one reference to the child's Id, inclusive canonical form, RSA. From here on only verified bytes
 * are read, so a mistake in the canonical form leads to a refusal, never to false trust. The certificate's chain to
 * ICP-Brasil is not checked, but its holder and validity period are.
 */
export function verifySignature(text: string, path: readonly XmlElement[], name: string): SignedPart {
  const parent = path.at(-1);
  const signed = onlyChild(parent, name);
  const signature = childrenOf(parent, 'Signature').find(({ namespace }) => namespace === DSIG);
  if (!signature) throw nfeRefusal('SEM_ASSINATURA', 'O arquivo não traz a assinatura digital do emitente.');
  const infos = childrenOf(signature, 'SignedInfo');
  const [info] = infos;
  if (!info || infos.length > 1) throw otherKind();
  const infoBytes = canonicalPart(text, info, [...path, signature]);
  const method = signingMethodOf(treeOf(infoBytes), signed.attributes.Id ?? '');
  const certificate = certificateOf(signature);
  const bytes = canonicalPart(text, signed, path);
  const digest = createHash(method.hash).update(bytes).digest();
  if (!digest.equals(base64(method.digest))) throw changed();
  if (!isSignedBy(certificate, method.signing, infoBytes, base64(textAt(signature, 'SignatureValue'))))
    throw changed();
  const element = treeOf(bytes);
  if (element.name !== name || element.attributes.Id !== signed.attributes.Id) throw changed();
  return {
    element,
    digest: digest.toString('base64'),
    holder: certificateHolder(certificate),
    validFrom: new Date(certificate.validFrom),
    validTo: new Date(certificate.validTo),
  };
}

const canonicalPart = (text: string, { start, end }: XmlElement, path: readonly XmlElement[]): string =>
  canonicalXml(text.slice(start, end), namespacesWithin(path));

const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

function onlyChild(parent: XmlElement | undefined, name: string): XmlElement {
  const [found, ...more] = childrenOf(parent, name);
  if (!found || more.length > 0)
    throw nfeRefusal(
      'XML_DE_OUTRO_LAYOUT',
      `O arquivo não segue o layout da NF-e: falta ${name}, ou há mais de um.`,
    );
  return found;
}

interface SigningMethod {
  signing: string;
  hash: string;
  /** As given in the file, in base64. */
  digest: string;
}

/** Checks everything about the signature that its author could choose. */
function signingMethodOf(info: XmlElement, id: string): SigningMethod {
  const [reference, ...more] = childrenOf(info, 'Reference');
  const algorithm = (parent: XmlElement | undefined, name: string) =>
    child(parent, name)?.attributes.Algorithm ?? '';
  const signing = SIGNATURES.get(algorithm(info, 'SignatureMethod'));
  const hash = DIGESTS.get(algorithm(reference, 'DigestMethod'));
  const transforms = childrenOf(child(reference, 'Transforms'), 'Transform');
  const sound =
    more.length === 0 &&
    id !== '' &&
    reference?.attributes.URI === `#${id}` &&
    algorithm(info, 'CanonicalizationMethod') === C14N &&
    transforms.every(({ attributes }) => TRANSFORMS.includes(attributes.Algorithm ?? ''));
  if (!sound || !signing || !hash) throw otherKind();
  return { signing, hash, digest: textAt(reference, 'DigestValue') };
}

const otherKind = () =>
  nfeRefusal(
    'ASSINATURA_DE_OUTRO_TIPO',
    'A assinatura do arquivo não é a de uma NF-e, ou assina outra parte.',
  );

function certificateOf(signature: XmlElement): X509Certificate {
  const given = textAt(signature, 'KeyInfo', 'X509Data', 'X509Certificate');
  try {
    return new X509Certificate(Buffer.from(given.replace(/\s+/g, ''), 'base64'));
  } catch {
    throw nfeRefusal('ASSINATURA_SEM_CERTIFICADO', 'A assinatura não traz o certificado de quem assinou.');
  }
}

/** Also false when the certificate has no readable key, since it was then changed along with the rest. */
function isSignedBy(certificate: X509Certificate, hash: string, bytes: string, signature: Buffer): boolean {
  try {
    const { publicKey } = certificate;
    return publicKey.asymmetricKeyType === 'rsa' && verify(hash, Buffer.from(bytes), publicKey, signature);
  } catch {
    return false;
  }
}

const changed = () =>
  nfeRefusal(
    'ASSINATURA_INVALIDA',
    'A assinatura não confere: o arquivo foi alterado depois de assinado. Peça o XML original.',
  );

/**
 * Where ICP-Brasil (DOC-ICP-04) puts the holder: other names of the certificate, by object identifier. The first holds a
 * company's CNPJ, the second a person's birth date (eight digits) followed by the CPF.
 */
const COMPANY = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x03]);
const PERSON = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x01]);
/** Bytes of tags and lengths between an identifier and its text. */
const MAX_GAP = 8;

/** CNPJ (14 characters) or CPF (11 digits) of the certificate's holder, '' when it names neither. */
function certificateHolder(certificate: X509Certificate): string {
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
  return shape.exec(raw.toString('latin1', from, from + length + MAX_GAP))?.[0] ?? '';
}
