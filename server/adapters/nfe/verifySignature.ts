import { createHash, verify, X509Certificate } from 'node:crypto';
import { SaxesParser } from 'saxes';
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
  /** The signer's certificate (DER). Its chain is judged apart, by the authorities that the company trusts. */
  certificate: Buffer;
  /** CNPJ or CPF of the certificate's holder, '' when it names none. */
  holder: string;
  validFrom: Date;
  validTo: Date;
}

/**
 * Verifies the single signature below the last element of `path` (elements from the root on) over its child `name`, as the
 * NF-e manual prescribes: one reference to the child's Id, inclusive canonical form, RSA. From here on only verified bytes
 * are read, so a mistake in the canonical form leads to a refusal, never to false trust. Whether the
 * certificate leads to a trusted root is another question (chain/judgeChain.ts).
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
    certificate: certificate.raw,
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

/** Namespaces by prefix; '' is the default namespace. */
type Namespaces = ReadonlyMap<string, string>;

/** The namespaces in scope inside the last element of `path`, a chain of nested elements from the root. */
export function namespacesWithin(path: readonly XmlElement[]): Namespaces {
  const found = new Map<string, string>();
  for (const { attributes } of path)
    for (const [name, value] of Object.entries(attributes)) {
      const prefix = declaredPrefix(name);
      if (prefix !== undefined) found.set(prefix, value);
    }
  return found;
}

const declaredPrefix = (name: string): string | undefined => {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : undefined;
};

/**
 * Returns the canonical form (inclusive, 1.0, without comments) of an element: `text` from its `<` to its `>`, in a place
 * where the namespaces `around` are in scope. A full DOM of a note takes ten times as long. `xml:` attributes of ancestors
 * are not inherited: the layout has none, and a note that used them would not verify.
 */
export function canonicalXml(text: string, around: Namespaces): string {
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: Object.fromEntries(around) });
  const parts: string[] = [];
  /** The namespaces rendered by each open element. A file may declare thousands, so none are copied to the next element. */
  const shownBy: Namespaces[] = [];
  const holding = (prefix: string): string =>
    shownBy.findLast((shown) => shown.has(prefix))?.get(prefix) ?? '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const given = Object.values(attributes);
    const isApex = shownBy.length === 0;
    if (!isApex && given.length === 0) {
      parts.push('<', name, '>');
      shownBy.push(NOTHING);
      return;
    }
    const declared = given.flatMap((each) => {
      const prefix = declaredPrefix(each.name);
      return prefix === undefined ? [] : [[prefix, each.value] as const];
    });
    const shown = [...new Map([...(isApex ? around : []), ...declared])].filter(
      ([prefix, uri]) => holding(prefix) !== uri,
    );
    const others = given.filter((each) => declaredPrefix(each.name) === undefined);
    parts.push('<', name);
    for (const [prefix, uri] of shown.sort(([a], [b]) => order(a, b)))
      parts.push(prefix ? ` xmlns:${prefix}="` : ' xmlns="', escaped(uri, IN_ATTRIBUTE), '"');
    for (const each of others.sort((a, b) => order(a.uri, b.uri) || order(a.local, b.local)))
      parts.push(' ', each.name, '="', escaped(each.value, IN_ATTRIBUTE), '"');
    parts.push('>');
    shownBy.push(new Map(shown));
  });
  parser.on('closetag', ({ name }) => {
    shownBy.pop();
    parts.push('</', name, '>');
  });
  const addText = (read: string) => parts.push(escaped(read, IN_TEXT));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('processinginstruction', ({ target, body }) => {
    parts.push('<?', target, body && ' ', body, '?>');
  });
  parser.write(text).close();
  return parts.join('');
}

const NOTHING: Namespaces = new Map();

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<"\t\n\r]/g;
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

const escaped = (text: string, special: RegExp): string =>
  text.search(special) < 0 ? text : text.replace(special, (found) => REFERENCES[found] ?? found);
