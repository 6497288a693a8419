import { beforeAll } from '@jest/globals';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { pathsOf, type Route } from '#contract/route.ts';
import { people, roles } from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { fixture, openPickups } from '../sac/pickups/pickupFixture.ts';

export type Json = Record<string, unknown>;
type Read = (record: Json) => unknown;

/** How the records of one noun are created, changed and read through the API. */
export interface NounCase {
  create: Route;
  update: Route;
  /** Parameters of the two paths, beside the record's own. */
  params?: () => Json;
  /** A whole body for a new one. */
  created: () => Json | Promise<Json>;
  /** Another value for each field of an update; called with the body that created the record. */
  changed: (created: Json) => Json | Promise<Json>;
  /** What has to be sent along with a field. */
  beside?: (created: Json) => Readonly<Record<string, Json>>;
  /** What the record shows of a field, where that is not the field itself. */
  shows?: Readonly<Record<string, Read>>;
  /** Fields that the record does not show after its creation. */
  unshown?: readonly string[];
  /** Fields that the log leaves out. */
  unlogged?: readonly string[];
  /** Fields of an update that cannot be changed. */
  fixed?: readonly string[];
  /** Optional fields without which an update would say something else. */
  repeated?: readonly string[];
  /** Facts that the audit entry tells beside the row's own. */
  facts?: readonly string[];
  /** Those that it tells of some changes only. */
  factsOfSome?: readonly string[];
  /** The record in the list that shows it, if it has no page of its own. */
  listedAt?: (created: Json) => string;
  idOf?: (answer: Json) => number;
  /** What else is told of a creation, a change and a removal: in the audit, to other systems, to open pages. */
  told?: Readonly<Record<'CRIAR' | 'ALTERAR' | 'EXCLUIR', Partial<Told>>>;
}

interface Told {
  audit: readonly string[];
  feed: readonly string[];
  live: readonly string[];
}

/** An administrator to whom personal data are masked. */
let masked: string;

/** A company in which records of every noun are written. */
export function openNouns(): void {
  openPickups();
  beforeAll(async () => {
    const { db } = fixture.server.deps;
    const grants = grantsOf(DEFAULT_GRANTS.ADMIN.filter((name) => name !== 'DADOS_PESSOAIS'));
    const [role] = await db
      .insert(roles)
      .values({ key: 'MASCARADO', name: 'Sem dados pessoais', grants })
      .returning();
    const [person] = await db
      .insert(people)
      .values({
        cpf: testCpf(4444),
        name: 'Mascarada',
        email: 'mascarada@exemplo.com.br',
        type: 'ADMIN',
        roleId: role?.id ?? 0,
        passwordHash: '',
      })
      .returning();
    masked = await fixture.server.sessionOf(person?.id ?? 0);
  });
}

export const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  who: 'ADMIN' | 'MASKED' = 'ADMIN',
) =>
  fixture.server.call(method, url, {
    token: who === 'ADMIN' ? fixture.tokens.ADMIN : masked,
    ...(body && { body }),
  });

/** The address of a call, with its parameters in their places; what is left over is the record's own number. */
export function addressOf(route: Route, params: Json, id?: number): string {
  const path = pathsOf(route).at(-1) ?? '';
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? id));
}

let count = 0;
/** A number for unique titles. */
export const next = () => ++count;
export const idsOf = (field: string) => (record: Json) => (record[field] as Json[]).map(({ id }) => id);
export const idOf = (field: string) => (record: Json) => (record[field] as Json | null)?.id;
/** Without the zeros that the database keeps. */
export const amountOf = (field: string) => (record: Json) => String(Number(record[field]));
