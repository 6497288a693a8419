/**
 * Decodes the one-byte encoding of Brazilian Windows programs. Read as a stream, because Node 20 takes a whole buffer for
 * ISO-8859-1, in which the euro sign and typographic quotes are control characters.
 */
export function fromWindows1252(bytes: Uint8Array): string {
  const decoder = new TextDecoder('windows-1252');
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
