import { SaxesParser, type SaxesTagNS } from 'saxes';
import { refused } from '../../errors.ts';

/** A parsed element, with names without prefix and trimmed text. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
  /** Where the element begins and ends in the source text. */
  readonly start: number;
  end: number;
}

/** The authority accepts notes of 500 KB at most; events and protocols add little. */
export const MAX_XML_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 30;
const MAX_ELEMENTS = 200_000;

/**
 * Reads a document chunk by chunk. Refuses at once a document type (it could declare entities), anything nested or split
 * beyond reason, and anything that is not well-formed. No value is converted to a number.
 */
function xmlReader() {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let begun = 0;
  let elements = 0;
  parser.on('doctype', () => {
    throw nfeRefusal('XML_COM_DOCTYPE', 'O arquivo declara um DOCTYPE, o que uma NF-e nunca traz.');
  });
  parser.on('error', () => {
    throw nfeRefusal('XML_MALFORMADO', 'O arquivo não é um XML bem formado: está cortado ou danificado.');
  });
  parser.on('opentagstart', ({ name }) => {
    begun = parser.position - name.length - 2;
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    elements += 1;
    if (open.length >= MAX_DEPTH || elements > MAX_ELEMENTS)
      throw nfeRefusal('XML_GRANDE', 'O XML tem elementos demais para uma NF-e.');
    const element = elementOf(tag, begun);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    element.end = parser.position;
    element.text = element.text.trim();
  });
  return {
    write: (text: string) => void parser.write(text),
    end(): XmlElement {
      parser.close();
      if (!root) throw nfeRefusal('XML_MALFORMADO', 'O arquivo está vazio.');
      return root;
    },
  };
}

function elementOf({ local, uri, attributes }: SaxesTagNS, start: number): XmlElement {
  const given = Object.values(attributes).map(({ name, value }) => [name, value] as const);
  return {
    name: local,
    namespace: uri,
    attributes: Object.fromEntries(given),
    children: [],
    text: '',
    start,
    end: start,
  };
}

/** The tree of a text that is already known to be short. */
export function treeOf(text: string): XmlElement {
  const reader = xmlReader();
  reader.write(text);
  return reader.end();
}

/**
 * Text and tree of a file, decoded as it declares: UTF-8 or the one-byte encodings of older systems. A file that is too long
 * is refused as soon as it exceeds the limit, a document type before anything after it is read.
 */
export async function readXml(content: AsyncIterable<Buffer>): Promise<{ text: string; root: XmlElement }> {
  const chunks: Buffer[] = [];
  let reading: Reading | undefined;
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_XML_BYTES)
      throw nfeRefusal('XML_GRANDE', 'O arquivo passa de 4 MB: não é o XML de uma nota.');
    chunks.push(chunk);
    reading ??= new Reading(decoderFor(chunk));
    // A program saved it in the one-byte encoding of its system and left the declaration as it was. Whether the text is
    // still the one that was signed is for the signature to say.
    if (!reading.take(chunk)) reading = readAgain(chunks);
  }
  if (reading && !reading.take()) reading = readAgain(chunks);
  return reading ? reading.end() : new Reading(new TextDecoder()).end();
}

/** A file that is parsed as its bytes arrive. */
class Reading {
  readonly #decoder: TextDecoder;
  readonly #reader = xmlReader();
  readonly #texts: string[] = [];

  constructor(decoder: TextDecoder) {
    this.#decoder = decoder;
  }

  /** False if the bytes are not in the encoding; without a chunk, the file has ended. */
  take(chunk?: Buffer): boolean {
    let text: string;
    try {
      text = chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode();
    } catch {
      return false;
    }
    this.#texts.push(text);
    this.#reader.write(text);
    return true;
  }

  end(): { text: string; root: XmlElement } {
    const root = this.#reader.end();
    return { text: this.#texts.join(''), root };
  }
}

function readAgain(chunks: readonly Buffer[]): Reading {
  const reading = new Reading(new TextDecoder('windows-1252'));
  for (const chunk of chunks) reading.take(chunk);
  return reading;
}

const ENCODING = /^(?:\uFEFF|\xEF\xBB\xBF)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/;

function decoderFor(first: Buffer): TextDecoder {
  const declared = ENCODING.exec(first.subarray(0, 300).toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8';
  const encodings = ['utf-8', 'utf8', 'iso-8859-1', 'latin1', 'windows-1252', 'us-ascii'];
  if (!encodings.includes(declared))
    throw nfeRefusal('XML_CODIFICACAO', `O arquivo diz estar em ${declared}, que uma NF-e não usa.`);
  return new TextDecoder(declared.startsWith('utf') ? 'utf-8' : 'windows-1252', { fatal: true });
}

/** The first child of that name, `undefined` if there is none. */
export const child = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  parent?.children.find((each) => each.name === name);

export const childrenOf = (parent: XmlElement | undefined, name: string): XmlElement[] =>
  parent?.children.filter((each) => each.name === name) ?? [];

/** Text of the first descendant along the names, '' where there is none. */
export function textAt(parent: XmlElement | undefined, ...names: string[]): string {
  return names.reduce(child, parent)?.text ?? '';
}

/** The reason a file is refused: a code, and the sentence shown beside the file in the result. */
export const nfeRefusal = (code: string, sentence: string) => refused(code, sentence);
