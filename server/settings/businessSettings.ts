import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Another back end that this installation's console may work with (document 002 section 3, Business entry). */
export interface OtherBusiness {
  readonly NAME: string;
  /** Without a trailing slash. */
  readonly API_URL: string;
  readonly IMAGES_URL: string;
  readonly WS_HOST: string;
  readonly WS_KEY: string;
  readonly WS_PORT: number;
  readonly AREA?: string;
}

const Given = Type.Array(
  Type.Object(
    {
      NAME: Type.String({ minLength: 1, maxLength: 60 }),
      API_URL: Type.String({ maxLength: 300 }),
      IMAGES_URL: Type.Optional(Type.String({ maxLength: 300 })),
      WS_HOST: Type.Optional(Type.String({ maxLength: 200 })),
      WS_KEY: Type.Optional(Type.String({ maxLength: 200 })),
      WS_PORT: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
      AREA: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]{1,39}$' })),
    },
    { additionalProperties: false },
  ),
  { maxItems: 50 },
);

/** The configured list with its defaults filled in; `null` when it is invalid. */
export function readBusinesses(text: string | undefined): OtherBusiness[] | null {
  if (!text) return [];
  const given = parsed(text);
  if (!Value.Check(Given, given)) return null;
  if (!given.every(({ API_URL, IMAGES_URL }) => isAddress(API_URL) && (!IMAGES_URL || isAddress(IMAGES_URL))))
    return null;
  return given.map(({ NAME, API_URL, IMAGES_URL, WS_HOST, WS_KEY, WS_PORT, AREA }) => {
    const url = new URL(API_URL);
    const api = API_URL.replace(/\/+$/, '');
    return {
      NAME,
      API_URL: api,
      IMAGES_URL: IMAGES_URL ?? `${api}/imagens`,
      WS_HOST: WS_HOST ?? url.hostname,
      WS_KEY: WS_KEY ?? '',
      WS_PORT: WS_PORT ?? (Number(url.port) || (url.protocol === 'https:' ? 443 : 80)),
      ...(AREA && { AREA }),
    };
  });
}

/** `https://host` or `https://host:port`, and nothing after it. */
export const isOrigin = (text: string): boolean => isAddress(text) && new URL(text).origin === text;

const isAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[\s;,'"]/.test(text);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
