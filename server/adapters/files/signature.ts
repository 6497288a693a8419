import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the body, hexadecimal; leave it out when there is no body. */
  readonly bodySha256?: string;
}

/** The headers of a request to S3, signed with AWS Signature Version 4 (without a query string). */
export function sign(
  request: SignedRequest,
  { region, ...keys }: Credentials,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = moment.slice(0, 8);
  const bodySha256 = request.bodySha256 ?? sha256('');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': moment,
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join('');
  const canonical = [request.method, request.url.pathname, '', lines, signed, bodySha256].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${keys.secretKey}`));
  const signature = hmac(key, text).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
