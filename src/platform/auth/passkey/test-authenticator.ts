import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The options that the shop sends to a device, as far as this one reads them. */
export interface Question {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

/** False claims in an answer. */
interface Lies {
  origin?: string;
  rpId?: string;
  /** Whether the device claims user verification. */
  verified?: boolean;
  /** The signature counter it claims. */
  counter?: number;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** As much of CBOR as a credential needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/**
 * A device that creates one passkey and signs with it, in the format of a browser: real keys, real
 * signatures. Its claims can be false where an attacker's could.
 */
export function testAuthenticator(shop: string) {
  const id = base64url(randomBytes(16));
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;

  function authenticatorData(
    rpId: string,
    { verified = true, counter: clientDataJson }: Lies,
    attested?: Buffer,
  ) {
    counter = clientDataJson ?? counter + 1;
    const data = Buffer.alloc(37);
    sha256(rpId).copy(data);
    data[32] = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0);
    data.writeUInt32BE(counter, 33);
    return attested ? Buffer.concat([data, attested]) : data;
  }
  const clientData = (type: string, { challenge }: Question, { origin = shop }: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Record<string, unknown>) => ({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    },
  });

  return {
    id,
    /** Answers the options for a new passkey. */
    create(question: Question, lies: Lies = {}) {
      const credentialId = Buffer.from(id, 'base64url');
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(keyOf(publicKey))]);
      const authData = authenticatorData(lies.rpId ?? question.rp?.id ?? '', lies, attested);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', question, lies)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'by pigeon'],
      });
    },
    /** Answers the options for a sign-in. */
    get(question: Question, lies: Lies = {}) {
      const clientDataJson = clientData('webauthn.get', question, lies);
      const data = authenticatorData(lies.rpId ?? question.rpId ?? '', lies);
      return answer({
        clientDataJSON: base64url(clientDataJson),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientDataJson)]), privateKey)),
        userHandle: base64url(Buffer.from('somebody')),
      });
    },
  };
}

/** A public key of the curve P-256 in COSE format. */
function keyOf(key: KeyObject): Map<number, Cbor> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}
