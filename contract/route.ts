import type { Static, TObject, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { Permission } from './permissions.ts';
import type { PersonalKind } from './rules/privacy/masks.ts';

/** The two areas under which a shared route is mounted; both mounts use the same handler. */
export type Area = 'sac' | 'callcenter';

/**
 * One call of the API and the only place where it is described. Validation, types, client calls, permission checks and
 * OpenAPI are derived from it.
 */
export interface Route extends Call, Access, SessionRules, BodyReading, PersonalData, Repetition {}

/** What is called, and what is sent and answered. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Full path with `{name}` parameters. With `areas`, the part after `/{area}`. */
  readonly path: string;
  readonly areas?: readonly Area[];
  /** One sentence in Portuguese, used as the title in OpenAPI. */
  readonly summary: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Shape of the response; the server drops fields that are not declared here. */
  readonly response: TSchema;
  /** The answer is a file, not JSON. */
  readonly file?: boolean;
  /**
   * Says of a customer that was merged where it went. Every other call that only reads is answered for the one that stayed
   * (server/session/mergedCodes.ts).
   */
  readonly exactCustomer?: boolean;
}

/** Who may call it. */
interface Access {
  /** Permission required to call the route. */
  readonly permission: Permission;
  /** For a route in both areas, a different permission in one of them. */
  readonly permissionIn?: Readonly<Partial<Record<Area, Permission>>>;
  /**
   * Permission required by the value of a path parameter, in addition to `permission`; a value that is not listed is unknown.
   */
  readonly permissionBy?: {
    readonly param: string;
    readonly permissions: Readonly<Record<string, Permission>>;
  };
  /** Also open to service keys (contract/config/serviceKeys.ts); all other calls are only for people. */
  readonly serviceKeys?: boolean;
}

/** What it asks of the session, beyond the permission. */
interface SessionRules {
  /**
   * Not a GET, but still answered while an administrator views the console as somebody else: `reads` because it changes
   * nothing, `leaves` because it ends that view.
   */
  readonly allowedWhileViewingAs?: 'reads' | 'leaves';
  /** Answers whoever holds a key of its own: a session that is sent along is neither read nor kept open by it. */
  readonly withoutSession?: boolean;
  /**
   * Protects keys, rights and e-mail: refused unless the session has recently proved who is using it
   * (server/session/currentUser.ts). `newEmail`: only when the e-mail address changes, which the handler determines.
   */
  readonly recentProof?: true | 'newEmail';
  /**
   * Also answered for a person whose role requires a second factor that they have not set up yet; all other calls wait for
   * it.
   */
  readonly allowedWithoutSecondFactor?: boolean;
}

/** How its body is read, where it is not plain JSON of the declared fields. */
interface BodyReading {
  /**
   * For an update that accepts the record as it was read: fields of this entity that `body` does not declare are ignored,
   * while keys unknown to both are refused.
   */
  readonly record?: TObject;
  /**
   * The body consists of filters, as a query does: empty ones are dropped, and a single value stands for a list of one
   * (document 000 section 7).
   */
  readonly filters?: boolean;
  /** The document's sentence for an invalid field of the body, by its key, where it is not the usual one of its kind. */
  readonly sentences?: Readonly<Record<string, string>>;
  /** What is said of a field of the body that is needed and empty, by its key; 'Campo obrigatório' of the others. */
  readonly missing?: Readonly<Record<string, string>>;
  /** The body may also be sent as multipart/form-data, with bracketed fields and files that are stored first. */
  readonly multipart?: boolean;
  /**
   * The body is sent as a web form (application/x-www-form-urlencoded) by a server that may add fields of its own, which are
   * ignored. None of our pages sends one.
   */
  readonly form?: boolean;
  /**
   * For a body of rows: it may also be sent as a bare array or as NDJSON, within these limits of bytes and rows, and is
   * placed under `key`.
   */
  readonly rows?: { readonly key: string; readonly bytes: number; readonly most: number };
}

/** How personal data in it is masked, restored and recorded. */
interface PersonalData {
  /** The response contains the caller's own data, so nothing in it is masked. */
  readonly ownDataOnly?: boolean;
  /** A document, or a response without maskable fields, that contains personal data; requires DADOS_PESSOAIS in addition. */
  readonly personal?: boolean;
  /**
   * Values that keep their stored content when they are sent back as the mask that was shown. Any other call refuses a mask.
   */
  readonly restoresMasks?: MaskSource;
  /** The handler itself interprets masks in the body. */
  readonly handlesMasks?: boolean;
  /** Whose personal data it opens; each access is recorded in the audit log (server/plugins/looks.ts). */
  readonly auditsAccessTo?: AuditedRecord;
}

/** What happens if it is sent again, or not sent because the answer is still known. */
interface Repetition {
  /** A GET that changes state (document 002): never cached, retried or prefetched, and the App header is required. */
  readonly changesState?: boolean;
  /** Repeating it with the same Idempotency-Key changes nothing and returns the same body (docs/domain.md 4.5). */
  readonly idempotent?: boolean;
  /** A GET whose answer is sent with its ETag, and not again to whoever still has it (304). */
  readonly revalidated?: boolean;
  /** Minutes for which the client may keep the response in memory and storage, per business and person. Lookups only. */
  readonly cacheMinutes?: number;
}

/** Where an update finds the version of its record that was shown (server/session/personalData.ts). */
export interface MaskSource {
  /** The GET of the same noun that returned it. */
  readonly shownBy: string;
  /** If that returns a list, the path parameter with the record's `id`. */
  readonly one?: string;
  /** Path of its fields in the body. */
  readonly at?: string;
  /** Fields of the body that have a different name in the response. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A record with personal data: its entity in the audit log, and the path parameter with its number. */
export interface AuditedRecord {
  readonly entity: 'customers' | 'people' | 'tickets' | 'customer_contacts';
  readonly param: string;
  /** For a call that reads several kinds of records, the parameter value for which it reads this kind. */
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

/** Declares the routes of one noun, keeping the literal types of each. */
export const defineRoutes = <const R extends Routes>(routes: R): R => routes;

/** All full paths on which a route answers. */
export const pathsOf = (route: Route): string[] =>
  route.areas ? route.areas.map((area) => `/${area}${route.path}`) : [route.path];

/** The permission that one of a route's paths requires. */
export function permissionAt({ permission, permissionIn }: Route, path: string): Permission {
  const area = path.startsWith('/callcenter/') ? 'callcenter' : 'sac';
  return permissionIn?.[area] ?? permission;
}

const TICKET_PATH = /^\/sac(?=\/(?:consultas\/)?tickets(?:\/|$))/;

/**
 * Moves a ticket path below another area, for the return-flow variant (document 000 section 7). Any other path is returned
 * unchanged.
 */
export const inArea = (path: string, area: string): string => path.replace(TICKET_PATH, `/${area}`);

/** Names of the `{parameters}` of a path, in order. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string);

// ---- Shapes shared by all nouns (endpoints.tsv, head) ----

/** An object that rejects unknown keys. */
export const Strict = <T extends Parameters<typeof Type.Object>[0]>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A positive integer of at most 2^31 - 1, as used for database identifiers. */
export const Id = (title: string) => Type.Integer({ title, minimum: 1, maximum: 2147483647 });

/** Instant in ISO 8601 with time zone. */
export const Instant = (title: string) => Type.String({ title, format: 'date-time' });
/** Calendar day `YYYY-MM-DD`, without time zone. */
export const Day = (title: string) => Type.String({ title, format: 'date' });
/** Exact decimal as text, with a point as separator: `"1234.560"`. */
export const Decimal = (title: string) => Type.String({ title, pattern: '^-?\\d{1,15}(\\.\\d{1,8})?$' });
export const Text = (title: string, maxLength: number, options: TextOptions = {}) =>
  Type.String({ title, maxLength, ...(options.minLength === 1 && { [READS]: 'VISTO' }), ...options });

interface TextOptions {
  /** With 1, blanks and characters that nobody sees are no text either. */
  minLength?: number;
  pattern?: string;
  [keyword: string]: unknown;
}

/** How a text is judged beyond its length: VISTO has something to see, TITULO reads as it stands (contract/rules/titles.ts). */
export const READS = 'x-leitura';

/** What people read as the name of something: required, of one line, without markup or what turns or hides its characters. */
export const Title = (title: string, maxLength: number) =>
  Type.String({ title, maxLength, minLength: 1, [READS]: 'TITULO' });

/** A password or secret, whose every character counts. */
export const Secret = (title: string, minLength: number, maxLength: number) =>
  Type.String({ title, minLength, maxLength });

/**
 * `total` is counted up to 10,001 (a larger one reads "10.000+"), `last_page` is at most 1,000. `proximo` and `anterior` are
 * opaque keys: sent back as `cursor`, they return the neighbouring page without counting rows. `mais` says that there
 * are more than `total`: for users who see only part of the rows, and for words that stand in very many places, a limited number
 * of rows is looked at.
 */
export const Paginator = Type.Object(
  {
    current_page: Type.Integer({ title: 'Página' }),
    per_page: Type.Integer({ title: 'Por página' }),
    total: Type.Integer({ title: 'Total' }),
    last_page: Type.Integer({ title: 'Última página' }),
    mais: Type.Optional(Type.Boolean({ title: 'Há mais do que o total' })),
    proximo: Type.Optional(Type.String({ title: 'Chave da próxima página' })),
    anterior: Type.Optional(Type.String({ title: 'Chave da página anterior' })),
  },
  { title: 'Paginação' },
);
export type Paginator = Static<typeof Paginator>;

/** Response of a list. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({ itens: Type.Array(item, { title: 'Itens' }), paginator: Paginator });

/**
 * The mark on what rests on an invoice file whose signature was not proven, or that is of the environment for tests; '' for
 * none (contract/rules/nfe/noteTrust.ts).
 */
export const NoteMark = () => Type.String({ title: 'Aviso sobre a nota' });

/** Response with one record. */
export const One = <T extends TSchema>(item: T) => Type.Object({ data: item });

/** Response of a command. */
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

/** As many records as one request reads by their ids. */
export const MAX_IDS = 100;

/**
 * Only these rows of a list, whatever their state; with the permission, the scope and the masks of the list, so that one which
 * the person may not see is missing like one that does not exist.
 */
export const onlyIds = (title: string) => ({
  ids: Type.Optional(Type.Array(Id(title), { title: 'Só estes', minItems: 1, maxItems: MAX_IDS })),
});

export const Direction = Type.Union([Type.Literal('ASC'), Type.Literal('DESC')], { title: 'Direção' });

/**
 * Marks a field as personal data and gives its kind. Masking, the access log and the export of a person's data rely on it
 * (contract/rules/privacy/masks.ts).
 */
export const Personal = <T extends TSchema>(pessoal: PersonalKind, schema: T): T => ({ ...schema, pessoal });

/** A date of birth, or its mask. */
export const BirthDay = (title: string) =>
  Personal('NASCIMENTO', Type.String({ title, pattern: '^(\\d{4}-\\d{2}-\\d{2}|\\*{4}-\\*{2}-\\*{2})$' }));

/** The body of every error (endpoints.tsv, head). `errors` is keyed by field; `requestId` finds the line in the log. */
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
