import { useQueryClient } from '@tanstack/react-query';
import type { Route } from '../../../contract/route.ts';
import { call } from '../../dataProvider/call.ts';

/** The verbs of a noun that is written on a page of its own. */
export interface RecordRoutes {
  create: Route;
  update: Route;
  /** Absent for what is never removed. */
  remove?: Route;
}

export interface StoredRecord {
  id: number;
  versao: number;
}

/** Writes, changes and removes a record, the version that it is judged by along with it; each answers the server's sentence. */
export function useRecordCommands<B>(
  { routes, params: fixed }: { routes: RecordRoutes; params?: Readonly<Record<string, string>> | undefined },
  record: StoredRecord | undefined,
) {
  const queries = useQueryClient();
  const sentence = async (answer: Promise<unknown>) => {
    const { data } = (await answer) as { data: { message: string } };
    await queries.invalidateQueries();
    return data.message;
  };
  const params = { ...fixed, id: record?.id };
  // What a noun's routes take was checked by the body's type; from here on every noun is alike.
  const send = (route: Route, input: object) => sentence(call(route, input as never));
  return {
    save: (body: B, versao: number) =>
      record
        ? send(routes.update, { params, body: { ...(body as object), versao } })
        : send(routes.create, { ...(fixed && { params: fixed }), body }),
    remove: async () =>
      routes.remove
        ? send(routes.remove, {
            params,
            ...(routes.remove.query?.properties.versao && { query: { versao: record?.versao } }),
          })
        : '',
  };
}
