import type { TObject, TSchema } from '@sinclair/typebox';
import type { RaRecord } from 'ra-core';
import { paramNames, type Route } from '../../contract/route.ts';
import type { RowResults } from '../../contract/sharedShapes.ts';
import { attemptKeys } from './attemptKeys.ts';
import { call } from './call.ts';
import { CallFailure } from './failure.ts';
import { type Values, type Write, writeRoutes } from './writeRoutes.ts';

export type WriteVerb = 'create' | 'update' | 'delete';

/** What react-admin gives to a verb that writes. */
export interface WriteParams {
  id?: RaRecord['id'];
  data?: Values;
  previousData?: Values | undefined;
  meta?: Values | undefined;
}

/** Whether a resource has this verb. */
export const writeOf = (resource: string, verb: WriteVerb): Write | undefined =>
  writeRoutes[resource]?.[verb];

const keysOf = new Map<string, ReturnType<typeof attemptKeys>>();

/**
 * Carries a verb out and answers what the call said of the record. A record may be given as it was read: only what the
 * call takes is sent, and of what an update may leave out only what changed.
 */
export async function write(
  resource: string,
  verb: WriteVerb,
  { route, area, input }: Write,
  given: WriteParams,
): Promise<Values> {
  const record = { ...given.previousData, ...given.data, ...given.meta, ...(given.id && { id: given.id }) };
  const made = input?.(record) ?? {
    body: bodyOf(route, verb, given, record),
    query: taken(route.query, record),
  };
  const sent = {
    params: made.params ?? paramsOf(route, record),
    ...(route.query && { query: made.query ?? {} }),
    ...(route.body && { body: made.body }),
  };
  const place = `${resource}.${verb}`;
  const keyOf = keysOf.get(place) ?? attemptKeys();
  keysOf.set(place, keyOf);
  const answer = (await call(route, sent, { idempotencyKey: keyOf(sent), ...(area && { area }) })) as Values;
  keyOf.done();
  refuseFailedRow(answer);
  return recordIn(answer);
}

/** The record of an answer: most are below `data`. */
const recordIn = (answer: Values): Values =>
  typeof answer.data === 'object' && answer.data !== null ? (answer.data as Values) : answer;

/** A call for several rows answers each: for one record its refusal is the refusal of the call. */
function refuseFailedRow(answer: Values) {
  const [failed] = (answer as Partial<RowResults>).falhas ?? [];
  if (failed) throw new CallFailure(422, failed.mensagem, { error: failed.mensagem, code: failed.codigo });
}

const paramsOf = (route: Route, record: Values): Values => {
  const names = paramNames(route.path);
  const [only] = names;
  if (names.length === 1 && only) return { [only]: record.id };
  return Object.fromEntries(names.map((name) => [name, record[name]]));
};

function bodyOf(route: Route, verb: WriteVerb, given: WriteParams, record: Values): Values | undefined {
  if (!route.body) return undefined;
  if (verb !== 'update' || !given.previousData) return taken(route.body, record);
  const { previousData } = given;
  const required = new Set(route.body.required);
  const changed = Object.entries(taken(route.body, record)).filter(
    ([name, value]) =>
      name === 'versao' || required.has(name) || JSON.stringify(value) !== JSON.stringify(previousData[name]),
  );
  return Object.fromEntries(changed);
}

/** What a schema takes of a record; an optional field that may not be null is left out instead. */
function taken(schema: TObject | undefined, record: Values): Values {
  if (schema?.additionalProperties === true) return record;
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, TSchema>);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const value = record[name];
      const absent = value === undefined || (value === null && !takesNull(field));
      return absent ? [] : [[name, value]];
    }),
  );
}

const takesNull = (schema: TSchema): boolean =>
  schema.type === 'null' || (schema.anyOf as TSchema[] | undefined)?.some(takesNull) === true;
