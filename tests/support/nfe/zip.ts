import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedText {
  name: string;
  content: string | Buffer;
  /** The size that the archive declares, if it is false. */
  saidSize?: number;
}

/** An archive of these files. */
export function zipOf(files: readonly ZippedText[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, saidSize } of files) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain);
    const fileName = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(0x5a21_6000, 6);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(saidSize ?? plain.length, 18);
    facts.writeUInt16LE(fileName.length, 22);
    bodies.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, fileName, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, rest, fileName);
    at += 30 + fileName.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
