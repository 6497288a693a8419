import { keyProblem, seriesSigner } from '#contract/rules/nfe/accessKey.ts';
import {
  isAuthorised,
  isRegistered,
  type NfeEvent,
  type NfeNote,
  unauthorisedSentence,
} from '#contract/rules/nfe/nfeNote.ts';
import { otherDocument } from './otherDocuments.ts';
import { readNote } from './readNote.ts';
import { type SignedPart, verifySignature } from './verifySignature.ts';
import { child, nfeRefusal, readXml, textAt, type XmlElement } from './xmlTree.ts';

const NFE = 'http://www.portalfiscal.inf.br/nfe';

/** The environment of the authority that a file is of, and who signed it when. */
interface Origin {
  /** From the environment for tests (homologação). */
  trial: boolean;
  signer: {
    /** DER. */
    certificate: Buffer;
    at: Date;
  };
}

export interface ReadNote extends Origin {
  type: 'NOTE';
  note: NfeNote;
  protocol: string;
  /** Digest of the signed part, which is identical in two files of the same note. */
  digest: string;
  /** A remark on an accepted note; usually ''. */
  remark: string;
}

export interface ReadEvent extends Origin {
  type: 'EVENT';
  event: NfeEvent;
  digest: string;
}

/** Whether files of the environment for tests are taken too. */
interface ReadOptions {
  trial?: boolean | undefined;
}

/**
 * Reads one file, which is either genuine or refused: an authorised note (nfeProc) or a registered event (procEventoNFe) of
 * the production environment, with a key that agrees with its own fields and a signed part that is unchanged.
 */
export async function readNfeFile(
  content: AsyncIterable<Buffer>,
  options: ReadOptions = {},
): Promise<ReadNote | ReadEvent> {
  const { text, root } = await readXml(content);
  if (root.namespace === NFE) {
    if (root.name === 'nfeProc')
      return authorisedNote(text, pathTo(root, 'NFe'), child(root, 'protNFe'), options);
    if (root.name === 'NFe') return authorisedNote(text, [root], undefined, options);
    if (root.name === 'procEventoNFe')
      return registeredEvent(text, pathTo(root, 'evento'), child(root, 'retEvento'), options);
  }
  throw otherDocument(root);
}

/** Who signed a file that was read and verified before, and when; the file is only parsed. */
export async function originOf(content: AsyncIterable<Buffer>): Promise<Origin> {
  const { root } = await readXml(content);
  const holder = root.name === 'NFe' ? root : child(root, root.name === 'nfeProc' ? 'NFe' : 'evento');
  const note = child(holder, 'infNFe');
  const ide = child(note, 'ide');
  const event = child(holder, 'infEvento');
  const at = new Date(textAt(ide, 'dhEmi') || textAt(event, 'dhEvento'));
  const certificate = Buffer.from(
    textAt(child(holder, 'Signature'), 'KeyInfo', 'X509Data', 'X509Certificate').replace(/\s+/g, ''),
    'base64',
  );
  if (Number.isNaN(at.getTime()) || certificate.length === 0)
    throw nfeRefusal('XML_DE_OUTRO_LAYOUT', 'O arquivo não diz quem o assinou, ou quando.');
  return { trial: textAt(ide ?? event, 'tpAmb') === '2', signer: { certificate, at } };
}

/** Empty when there is no such child. */
function pathTo(root: XmlElement, name: string): XmlElement[] {
  const found = child(root, name);
  return found ? [root, found] : [];
}

/** `path` runs from the root to the note. */
function authorisedNote(
  text: string,
  path: readonly XmlElement[],
  protNFe: XmlElement | undefined,
  options: ReadOptions,
): ReadNote {
  const unsigned = child(path.at(-1), 'infNFe');
  if (!unsigned) throw nfeRefusal('XML_DE_OUTRO_LAYOUT', 'O arquivo não traz a nota (infNFe).');
  const said = child(unsigned, 'ide');
  const protocol = child(protNFe, 'infProt');
  // The cheap checks come first, on what the file says; they concern only parts that are verified below.
  const trial = isTrial(textAt(said, 'tpAmb'), options);
  const status = textAt(protocol, 'cStat');
  if (!isAuthorised(status))
    throw nfeRefusal('NOTA_NAO_AUTORIZADA', unauthorisedSentence(status, textAt(protocol, 'xMotivo')));
  requireSameEnvironment(isTrial(textAt(protocol, 'tpAmb'), options), trial);
  requireKey(unsigned);
  const signed = verifySignature(text, path, 'infNFe');
  const note = readNote(signed.element);
  if (textAt(protocol, 'chNFe') !== note.key)
    throw nfeRefusal(
      'PROTOCOLO_DE_OUTRA_NOTA',
      'A autorização (protNFe) que está no arquivo é de outra nota.',
    );
  const digest = textAt(protocol, 'digVal');
  if (digest !== '' && digest !== signed.digest)
    throw nfeRefusal(
      'PROTOCOLO_DE_OUTRA_NOTA',
      'A SEFAZ autorizou outro conteúdo do que o que está no arquivo.',
    );
  const remark = signerRemark(signed, note);
  const signer = { certificate: signed.certificate, at: new Date(note.issuedAt) };
  const { digest: signedDigest } = signed;
  return {
    type: 'NOTE',
    note,
    protocol: textAt(protocol, 'nProt'),
    digest: signedDigest,
    remark,
    trial,
    signer,
  };
}

function requireKey(infNFe: XmlElement): void {
  const ide = child(infNFe, 'ide');
  const emit = child(infNFe, 'emit');
  const problem = keyProblem((infNFe.attributes.Id ?? '').replace(/^NFe/, ''), {
    stateCode: textAt(ide, 'cUF'),
    issuedAt: textAt(ide, 'dhEmi'),
    emitter: textAt(emit, 'CNPJ') || textAt(emit, 'CPF'),
    model: textAt(ide, 'mod'),
    series: textAt(ide, 'serie'),
    number: textAt(ide, 'nNF'),
    emissionType: textAt(ide, 'tpEmis'),
    code: textAt(ide, 'cNF'),
    digit: textAt(ide, 'cDV'),
  });
  if (problem) throw nfeRefusal('CHAVE_ERRADA', problem);
}

const REMARKS = {
  FISCO: 'Nota avulsa, assinada pelo fisco e não pelo emitente.',
  PRODUTOR: 'Nota de produtor, assinada com o CPF dele.',
  EMITENTE: '',
} as const;

/**
 * Checks that the certificate belonged to the emitter (the company, not the branch) on the day of issue, and returns the
 * remark.
 */
function signerRemark(signed: SignedPart, { series, emitter, issuedAt }: NfeNote): string {
  const at = Date.parse(issuedAt);
  if (at < signed.validFrom.getTime() || at > signed.validTo.getTime())
    throw nfeRefusal(
      'CERTIFICADO_FORA_DO_PRAZO',
      'O certificado que assinou a nota não valia no dia da emissão.',
    );
  const signer = seriesSigner(series);
  if (signer === 'EMITENTE' && !isSameHolder(signed.holder, emitter.document))
    throw nfeRefusal('ASSINATURA_DE_OUTRO', 'Quem assinou a nota não é o emitente dela.');
  return REMARKS[signer];
}

/** One certificate signs for all branches of a company, so only the first eight characters are compared. */
const isSameHolder = (holder: string, document: string): boolean =>
  holder !== '' &&
  (document.length === 14 ? holder.slice(0, 8) === document.slice(0, 8) : holder === document);

/** `path` runs from the root to the event. */
function registeredEvent(
  text: string,
  path: readonly XmlElement[],
  retEvento: XmlElement | undefined,
  options: ReadOptions,
): ReadEvent {
  if (path.length === 0) throw nfeRefusal('XML_DE_OUTRO_LAYOUT', 'O arquivo não traz o evento.');
  const answer = child(retEvento, 'infEvento');
  const status = textAt(answer, 'cStat');
  if (!isRegistered(status))
    throw nfeRefusal(
      'EVENTO_NAO_REGISTRADO',
      `A SEFAZ não registrou o evento${status ? ` (${status}: ${textAt(answer, 'xMotivo')})` : ''}.`,
    );
  const trial = isTrial(textAt(answer, 'tpAmb'), options);
  const signed = verifySignature(text, path, 'infEvento');
  const said = signed.element;
  requireSameEnvironment(isTrial(textAt(said, 'tpAmb'), options), trial);
  const event = readEvent(said, textAt(answer, 'nProt'));
  if (textAt(answer, 'chNFe') !== event.key)
    throw nfeRefusal('PROTOCOLO_DE_OUTRA_NOTA', 'O registro do evento que está no arquivo é de outra nota.');
  const byEmitter = seriesSigner(Number(event.key.slice(22, 25))) === 'EMITENTE';
  if (byEmitter && !isSameHolder(signed.holder, event.author))
    throw nfeRefusal('ASSINATURA_DE_OUTRO', 'Quem assinou o evento não é quem o registrou.');
  const at = new Date(event.at);
  if (Number.isNaN(at.getTime())) throw nfeRefusal('XML_DE_OUTRO_LAYOUT', 'O evento não diz quando foi.');
  return {
    type: 'EVENT',
    event,
    digest: signed.digest,
    trial,
    signer: { certificate: signed.certificate, at },
  };
}

function readEvent(said: XmlElement, protocol: string): NfeEvent {
  const key = textAt(said, 'chNFe');
  const sequence = Number(textAt(said, 'nSeqEvento'));
  const detail = child(said, 'detEvento');
  if (!/^\d{6}[0-9A-Z]{12}\d{26}$/.test(key) || !Number.isSafeInteger(sequence) || sequence < 1)
    throw nfeRefusal('XML_DE_OUTRO_LAYOUT', 'O evento não diz de que nota é.');
  return {
    key,
    type: textAt(said, 'tpEvento'),
    sequence,
    at: textAt(said, 'dhEvento'),
    protocol,
    text: textAt(detail, 'xJust') || textAt(detail, 'xCorrecao'),
    author: textAt(said, 'CNPJ') || textAt(said, 'CPF'),
  };
}

function isTrial(environment: string, { trial = false }: ReadOptions): boolean {
  if (environment === '1') return false;
  if (environment === '2' && trial) return true;
  throw nfeRefusal(
    'NOTA_DE_TESTE',
    'O arquivo é do ambiente de testes da SEFAZ (homologação) e não vale. Para ensaiar com ele, comece um ensaio em Primeiros passos.',
  );
}

function requireSameEnvironment(one: boolean, other: boolean): void {
  if (one !== other)
    throw nfeRefusal(
      'AMBIENTES_DIFERENTES',
      'O arquivo mistura produção e homologação: a resposta é de outro ambiente.',
    );
}
