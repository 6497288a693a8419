import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { MadePasskey, UsedPasskey } from '#contract/session/passkeys.ts';

interface Requested {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

/** Deviations from a device's correct behaviour. */
interface Wrong {
  origin?: string;
  rpId?: string;
  /** Flags: 1 present, 4 verified. */
  flags?: number;
  counter?: number;
  signedBy?: VirtualAuthenticator;
}

/** A software authenticator: real keys and signatures without a device. */
export class VirtualAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter: number;
  readonly #origin: string;

  /** `counting` false: like keys kept by a service, whose counter is always 0. */
  constructor(origin: string, counting = true) {
    this.#origin = origin;
    this.#counter = counting ? 1 : 0;
  }

  make({ challenge, rp }: Requested, wrong: Wrong = {}): MadePasskey {
    const credential = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    const authData = Buffer.concat([
      this.#head(wrong.rpId ?? rp?.id ?? '', (wrong.flags ?? PRESENT + VERIFIED) + ATTESTED, wrong),
      Buffer.alloc(16),
      length,
      credential,
      this.#cose(),
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData),
    ]);
    return {
      id: this.id,
      clientDataJSON: this.#clientData('webauthn.create', challenge, wrong),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  use({ challenge, rpId }: Requested, wrong: Wrong = {}): UsedPasskey {
    if (this.#counter > 0) this.#counter += 1;
    const authData = this.#head(wrong.rpId ?? rpId ?? '', wrong.flags ?? PRESENT + VERIFIED, wrong);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, wrong);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, hash]))
      .sign((wrong.signedBy ?? this).#pair.privateKey);
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  #head(rpId: string, flags: number, wrong: Wrong): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.#counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, { origin }: Wrong): string {
    const data = { type, challenge, origin: origin ?? this.#origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key in COSE. */
  #cose(): Buffer {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ]);
  }
}

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

/** The subset of CBOR needed here: short texts and byte strings. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) =>
  Buffer.concat([
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.from([0x59, value.length >> 8, value.length & 255]),
    value,
  ]);
