import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SignedXml } from 'xml-crypto';
import { readNfeFile } from '#server/adapters/nfe/readNfeFile.ts';
import { canonicalXml, namespacesWithin } from '#server/adapters/nfe/verifySignature.ts';
import { child, readXml, type XmlElement } from '#server/adapters/nfe/xmlTree.ts';
import { certificateFor, nfeProc, OWN_CNPJ } from '#tests/support/nfe/nfeFiles.ts';

async function* pieces(text: string, size = 61): AsyncGenerator<Buffer> {
  const content = Buffer.from(text);
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

/** Our canonical form of the element `apex` within `around` within the root. */
async function ours(xml: string): Promise<string> {
  const { text, root } = await readXml(pieces(xml));
  const around = child(root, 'around') as XmlElement;
  const apex = child(around, 'apex') as XmlElement;
  return canonicalXml(text.slice(apex.start, apex.end), namespacesWithin([root, around]));
}

/** What xml-crypto signs for the same element. */
function theirs(xml: string): string {
  let heard = '';
  class Listening {
    getHash(canonical: string) {
      heard = canonical;
      return '';
    }
    getAlgorithmName = () => LISTENING;
  }
  const signer = new SignedXml({
    privateKey: certificateFor(OWN_CNPJ).privateKey,
    signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    canonicalizationAlgorithm: C14N,
  });
  signer.HashAlgorithms[LISTENING] = Listening;
  signer.addReference({
    xpath: "//*[local-name(.)='apex']",
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', C14N],
    digestAlgorithm: LISTENING,
  });
  signer.computeSignature(xml);
  return heard;
}

/** Without the line ends of XML 1.1, which xml-crypto's parser also treats as such in XML 1.0. */
const TEXTS = [
  'a',
  'ção',
  '€',
  '😀',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '"',
  '&#13;',
  '&#x9;',
  '&#10;',
  '>',
  '\u00a0',
];
const text = fc.array(fc.constantFrom(...TEXTS), { maxLength: 5 }).map((parts) => parts.join(''));
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const LISTENING = 'urn:listening';
const PREFIXES = ['a', 'b', 'c'];
const URIS = ['urn:x', 'urn:y', 'urn:z'];

interface Shape {
  prefix: string;
  name: string;
  declared: Map<string, string>;
  attributes: Map<string, string>;
  blank: string;
  content: (Shape | string)[];
}

const declarations = fc
  .array(fc.tuple(fc.constantFrom('', ...PREFIXES), fc.constantFrom(...URIS)), { maxLength: 2 })
  .map((pairs) => new Map(pairs));
const { shape } = fc.letrec<{ shape: Shape; content: (Shape | string)[] }>((tie) => ({
  shape: fc.record({
    prefix: fc.constantFrom('', '', ...PREFIXES),
    name: fc.constantFrom('x', 'y', 'infNFe'),
    declared: declarations,
    attributes: fc
      .array(fc.tuple(fc.constantFrom('Id', 'B', 'b', 'a:n', 'b:m', 'c:a', 'xml:lang'), text), {
        maxLength: 3,
      })
      .map((pairs) => new Map(pairs)),
    blank: fc.constantFrom('', ' ', '\n  '),
    content: tie('content'),
  }),
  content: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.array(text, { maxLength: 2 }),
    fc.array(
      fc.oneof(
        text,
        text.map((said) => `<![CDATA[${said}]]>`),
        fc.constant('<!-- & a comment -->'),
        tie('shape'),
      ),
      { maxLength: 3 },
    ),
  ),
}));

const ID = ['Id', 'the-apex'] as const;
const spaces = (declared: ReadonlyMap<string, string>): string =>
  [...declared].map(([prefix, uri]) => ` ${prefix ? `xmlns:${prefix}` : 'xmlns'}="${uri}"`).join('');

/** Without blanks in end tags: xml-crypto's parser takes some of those elements for unclosed. */
function written({ prefix, name, declared, attributes, blank, content }: Shape, fixed?: string): string {
  const called = fixed ?? (prefix ? `${prefix}:${name}` : name);
  const given = [...attributes]
    .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
  const inner = content.map((part) => (typeof part === 'string' ? part : written(part))).join('');
  const begun = `<${called}${given}${spaces(declared)}${blank}`;
  return inner ? `${begun}>${inner}</${called}>` : `${begun}/>`;
}

describe('canonical form of an XML element', () => {
  it('equals that of xml-crypto for any content and context', async () => {
    await fc.assert(
      fc.asyncProperty(shape, declarations, declarations, text, async (apex, root, around, beside) => {
        const bound = [...PREFIXES.map((prefix) => [prefix, `urn:of-${prefix}`] as const), ...root];
        const inner = written({ ...apex, prefix: '', attributes: new Map([...apex.attributes, ID]) }, 'apex');
        const xml = `<root${spaces(new Map(bound))}>${beside}<around${spaces(around)}>${inner}${beside}</around></root>`;
        expect(await ours(xml)).toBe(theirs(xml));
      }),
      { numRuns: 300 },
    );
  });

  it('follows the standard where xml-crypto does not', async () => {
    const apex =
      '<apex xmlns:B="urn:1" xmlns:a="urn:?&amp;"><?go  on?><?stop?>\u0085\u2028\r\n<x y="\u2028"/><z>1</z><z >2</z\n></apex>';
    expect(await ours(`<root><around>${apex}</around></root>`)).toBe(
      '<apex xmlns:B="urn:1" xmlns:a="urn:?&amp;"><?go on?><?stop?>\u0085\u2028\n<x y="\u2028"></x><z>1</z><z>2</z></apex>',
    );
  });
});

describe('signed invoice with one changed character', () => {
  it('is rejected, or read exactly as it was signed', async () => {
    const real = nfeProc();
    const said = await noteOf(real);
    expect(said).not.toBeNull();
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(real.indexOf('</NFe>')),
        fc.constantFrom('', ' ', '0', '9', 'a', 'A', '<', '&', '"', '/', '\n', '<!-- -->', '&#48;'),
        async (at, put) => {
          const found = await noteOf(real.slice(0, at) + put + real.slice(at + 1));
          if (found === null) refused += 1;
          else expect(found).toEqual(said);
        },
      ),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(200);
  });
});

/** `null` if it is rejected. */
async function noteOf(xml: string): Promise<object | null> {
  try {
    const read = await readNfeFile(pieces(xml, 4_096));
    return read.type === 'NOTE' ? { note: read.note, digest: read.digest } : read;
  } catch (error) {
    expect(error).toMatchObject({ status: 422 });
    return null;
  }
}
