import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import { fromBufferPromise } from 'yauzl';
import { refused } from '#server/errors.ts';

/** All of ICP-Brasil is about 200 certificates. */
export const MAX_CERTIFICATES = 2_000;
const MAX_ENTRIES = 4_000;
/** A chain (p7b) of all of them is about 400 KB. */
const MAX_ENTRY_BYTES = 1024 * 1024;
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

/** A certificate with the file that it came from. */
export interface BundledCertificate {
  name: string;
  der: Buffer;
}

/**
 * The certificates in a file, whatever its name: DER, PEM, a chain (PKCS #7) in either form, or a ZIP of those, as authorities
 * publish them. Other entries of a ZIP are skipped. Refuses a file without any, and one beyond the limits.
 */
export async function readBundle(content: Buffer, name: string): Promise<BundledCertificate[]> {
  const found: BundledCertificate[] = [];
  const files = isZip(content) ? await unpacked(content, name) : [{ name, content }];
  for (const file of files)
    for (const der of certificatesIn(file.content)) {
      if (found.length >= MAX_CERTIFICATES)
        throw refused(
          'CERTIFICADOS_DEMAIS',
          `O arquivo "${name}" traz mais de ${MAX_CERTIFICATES} certificados.`,
        );
      found.push({ name: file.name, der });
    }
  if (found.length === 0)
    throw refused(
      'SEM_CERTIFICADOS',
      `O arquivo "${name}" não traz nenhum certificado. Envie o ZIP, os .crt ou a cadeia .p7b que a autoridade publica.`,
    );
  return found;
}

const isZip = (content: Buffer) => content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
const isDer = (content: Buffer) => content[0] === 0x30 && (content[1] ?? 0) > 0x80;
const PEM = /-----BEGIN (CERTIFICATE|PKCS7|CMS)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;

function certificatesIn(content: Buffer): Buffer[] {
  if (isDer(content)) return chainIn(content) ?? [content];
  return [...content.toString('latin1').matchAll(PEM)].flatMap(([, kind, base64 = '']) => {
    const der = Buffer.from(base64, 'base64');
    return kind === 'CERTIFICATE' ? [der] : (chainIn(der) ?? []);
  });
}

/** `null` if it is not a chain. */
function chainIn(der: Buffer): Buffer[] | null {
  try {
    const info = AsnConvert.parse(der, ContentInfo);
    if (info.contentType !== id_signedData) return null;
    const { certificates = [] } = AsnConvert.parse(info.content, SignedData);
    return [...certificates].flatMap(({ certificate }) =>
      certificate ? [Buffer.from(AsnConvert.serialize(certificate))] : [],
    );
  } catch {
    return null;
  }
}

async function unpacked(content: Buffer, name: string): Promise<{ name: string; content: Buffer }[]> {
  const files: { name: string; content: Buffer }[] = [];
  let left = MAX_UNPACKED_BYTES;
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true });
    if (zip.entryCount > MAX_ENTRIES) throw tooLarge(name);
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      if (++entries > MAX_ENTRIES) throw tooLarge(name);
      if (!/\.(crt|cer|der|pem|p7b|p7c|txt)$/i.test(entry.fileName) || /(^|\/)\._/.test(entry.fileName))
        continue;
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const part of await zip.openReadStreamPromise(entry)) {
        bytes += part.length;
        if (bytes > MAX_ENTRY_BYTES || bytes > left) throw tooLarge(name);
        parts.push(part);
      }
      left -= bytes;
      files.push({ name: entry.fileName, content: Buffer.concat(parts) });
    }
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    throw refused('ZIP_DANIFICADO', `O arquivo "${name}" não é um ZIP que possa ser lido.`);
  }
  return files;
}

const tooLarge = (name: string) =>
  refused('ZIP_GRANDE', `O ZIP "${name}" é grande demais para certificados de autoridades.`);
