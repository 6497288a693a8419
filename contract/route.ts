import type { Static, TObject, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { Permission } from './permissions.ts';
import type { PersonalKind } from './rules/privacy/masks.ts';

/** The two areas that a shared route is mounted under; both mounts have one handler. */
export type Area = 'sac' | 'callcenter';

/**
 * One call of the API, the only place where it is described. Validation, types, client calls,
 * permission checks and OpenAPI are read from it.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path with `{name}` parameters. With `areas` it is the part after `/{area}`. */
  readonly path: string;
  readonly areas?: readonly Area[];
  /** One Portuguese sentence: the title in OpenAPI. */
  readonly summary: string;
  /** Noun that groups the routes in OpenAPI. */
  readonly permission: Permission;
  /** Of a route in both areas: where one of them asks for another permission. */
  readonly permissionIn?: Readonly<Partial<Record<Area, Permission>>>;
  /** What the value of a path parameter asks for beside `permission`; a value that is not named is unknown. */
  readonly permissionBy?: {
    readonly param: string;
    readonly permissions: Readonly<Record<string, Permission>>;
  };
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /**
   * Of an update that takes the record as it was read: fields of this entity that `body` does not take are left aside,
   * while a key that neither knows is refused.
   */
  readonly record?: TObject;
  /** What the answer holds; the server drops what is not declared here. */
  readonly response: TSchema;
  /** The body may also come as multipart/form-data: bracketed fields, and files that are stored first. */
  readonly multipart?: boolean;
  /**
   * The body comes as a form of the web (application/x-www-form-urlencoded), from a server that may
   * send fields of its own besides, which are left aside; no page of ours sends one.
   */
  readonly form?: boolean;
  /** Of a body that is rows: it may also come as a bare array or as NDJSON, up to so many bytes and rows, and is put below `key`. */
  readonly rows?: { readonly key: string; readonly bytes: number; readonly most: number };
  /** Answered to service keys too (contract/config/serviceKeys.ts); every other call knows people alone. */
  readonly serviceKeys?: boolean;
  /** Its answer tells whoever asks of themselves: nothing of it is masked. */
  readonly ofOneself?: boolean;
  /** A paper, or an answer without fields that could be masked, which holds personal data: it asks for DADOS_PESSOAIS besides. */
  readonly personal?: boolean;
  /** What stays as it is stored where it comes back as the mask that was shown; of any other call a mask is refused. */
  readonly keepsMasks?: KeptBy;
  /** Its handler knows what a mask in the body means. */
  readonly takesMasks?: boolean;
  /** Whose personal data it opens: who looked stands in the audit (server/plugins/looks.ts). */
  readonly looksAt?: LookedAt;
  /** The answer is a file, not JSON. */
  readonly file?: boolean;
  /** A GET that changes state (document 002): never cached, retried or prefetched, the App header is demanded. */
  readonly effect?: boolean;
  /** A repeat with the same Idempotency-Key changes nothing and answers the same body (DOMAIN.md 4.5). */
  readonly idempotent?: boolean;
  /**
   * Not a GET, and answered while an administrator sees the console as somebody else all the same: `reads` because it
   * changes nothing, `leaves` because it ends just that.
   */
  readonly whileViewing?: 'reads' | 'leaves';
  /**
   * What keeps keys, rights and mail: refused until the session proved lately who holds it (server/session/proof.ts).
   * `newEmail`: only where the e-mail becomes another one, which the handler finds out.
   */
  readonly recentProof?: true | 'newEmail';
  /** Answered too to somebody whose role demands a second factor that they have not set up yet; everything else waits for it. */
  readonly withoutFactor?: boolean;
  /** Answers that the client may keep in memory and storage, by business and person. Lookups only. */
  readonly cacheMinutes?: number;
}

/** Where an update finds what was shown of its record (server/session/personalData.ts). */
export interface KeptBy {
  /** The GET of the same noun that showed it. */
  readonly shownBy: string;
  /** Where that answers a list: the path parameter with the `id` of its record. */
  readonly one?: string;
  /** Where in the body its fields stand. */
  readonly at?: string;
  /** Fields of the body that the answer names otherwise. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A record that tells of somebody: its entity in the audit, and the path parameter that has its number. */
export interface LookedAt {
  readonly entity: 'customers' | 'people' | 'tickets' | 'customer_contacts';
  readonly param: string;
  /** Of a call that reads several kinds of records: where it is one of these. */
  readonly only?: { readonly param: string; readonly value: string };
}

export type Routes = Record<string, Route>;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
type Part<K extends string, S> = S extends TSchema ? { [P in K]: Static<S> } : { [P in K]?: undefined };

/** What a handler receives and a client sends. */
export type Input<R extends Route> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']>;
export type Output<R extends Route> = StaticOf<R['response']>;

/** Declares the routes of one noun, keeping each one's literal types. */
export const defineRoutes = <const R extends Routes>(routes: R): R => routes;

/** Every full path that a route answers on. */
export const pathsOf = (route: Route): string[] =>
  route.areas ? route.areas.map((area) => `/${area}${route.path}`) : [route.path];

/** What one of the paths of a route asks for. */
export function permissionAt({ permission, permissionIn }: Route, path: string): Permission {
  const area = path.startsWith('/callcenter/') ? 'callcenter' : 'sac';
  return permissionIn?.[area] ?? permission;
}

const TICKET_PATH = /^\/sac(?=\/(?:consultas\/)?tickets(?:\/|$))/;

/** A path of the tickets in its return-flow variant, below another area (document 000 section 7); any other as it is. */
export const inArea = (path: string, area: string): string => path.replace(TICKET_PATH, `/${area}`);

/** Names of the `{parameters}` of a path, in order. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string);

// ---- Shapes that every noun shares (endpoints.tsv, head) ----

/** An object that refuses keys it does not know. */
export const Strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Whole number of at most 2^31 - 1: the identifiers of the database. */
export const Id = (title: string) => Type.Integer({ title, minimum: 1, maximum: 2147483647 });

/** Instant in ISO 8601 with zone. */
export const Instant = (title: string) => Type.String({ title, format: 'date-time' });
/** Calendar day `YYYY-MM-DD`, without zone. */
export const Day = (title: string) => Type.String({ title, format: 'date' });
/** Exact decimal as text, point as separator: `"1234.560"`. */
export const Decimal = (title: string) => Type.String({ title, pattern: '^-?\\d{1,15}(\\.\\d{1,8})?$' });
export const Text = (title: string, maxLength: number, options: object = {}) =>
  Type.String({ title, maxLength, ...options });

/**
 * `total` is counted up to 10,001 (a larger one reads "10.000+"), `last_page` is at most 1,000.
 * `proximo` and `anterior` are opaque keys: sent back as `cursor` they lead to the page beside this one
 * without counting rows.
 */
export const Paginator = Type.Object(
  {
    current_page: Type.Integer({ title: 'Página' }),
    per_page: Type.Integer({ title: 'Por página' }),
    total: Type.Integer({ title: 'Total' }),
    last_page: Type.Integer({ title: 'Última página' }),
    proximo: Type.Optional(Type.String({ title: 'Chave da próxima página' })),
    anterior: Type.Optional(Type.String({ title: 'Chave da página anterior' })),
  },
  { title: 'Paginação' },
);
export type Paginator = Static<typeof Paginator>;

/** Answer of a list. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({ itens: Type.Array(item, { title: 'Itens' }), paginator: Paginator });

/** Answer of one record. */
export const One = <T extends TSchema>(item: T) => Type.Object({ data: item });

/** Answer of a command. */
export const Done = Type.Object({
  data: Type.Object({
    id: Type.Optional(Type.Integer({ title: 'Código' })),
    message: Type.String({ title: 'Mensagem' }),
  }),
});

/** Page parameters of a list. */
export const pageQuery = {
  page: Type.Optional(Type.Integer({ title: 'Página', minimum: 1, maximum: 1000, default: 1 })),
  take: Type.Optional(Type.Integer({ title: 'Por página', minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(Type.String({ title: 'Chave da página vizinha', maxLength: 400 })),
};

export const Direction = Type.Union([Type.Literal('ASC'), Type.Literal('DESC')], { title: 'Direção' });

/**
 * Marks what tells of a person, and of what kind: masks, the log of who looked and the file of a person go by it
 * (contract/rules/privacy/masks.ts).
 */
export const Personal = <T extends TSchema>(pessoal: PersonalKind, schema: T): T => ({ ...schema, pessoal });

/** A day of birth: a day, or its mask. */
export const BirthDay = (title: string) =>
  Personal('NASCIMENTO', Type.String({ title, pattern: '^(\\d{4}-\\d{2}-\\d{2}|\\*{4}-\\*{2}-\\*{2})$' }));

/** Every refusal (endpoints.tsv, head). `errors` names fields; `requestId` finds the line in the log. */
export const Failure = Type.Object(
  {
    error: Type.String({ title: 'O que houve e o que fazer' }),
    code: Type.String({ title: 'Código' }),
    errors: Type.Optional(Type.Record(Type.String(), Type.String(), { title: 'Erros por campo' })),
    requestId: Type.Optional(Type.String({ title: 'Protocolo' })),
  },
  { title: 'Recusa' },
);
export type Failure = Static<typeof Failure>;
