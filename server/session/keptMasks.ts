import type { Route } from '../../contract/route.ts';
import { keptMasks } from '../../contract/rules/privacy/keptMasks.ts';
import type { PublicContext, User } from '../context.ts';
import { invalid } from '../errors.ts';
import { MASKED_FIELD, seeingPersonal, seesPersonal, shownTo } from './personalData.ts';

/** The call that shows what an update takes back. */
export interface ShownBy {
  route: Route;
  read: (input: { params?: unknown; query?: unknown }, ctx: PublicContext) => Promise<unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The body of an update by somebody who sees masks, with what is stored in the place of each mask that came back as it was
 * shown; anything else that they cannot have seen is refused at its field. Reads the record as they see it and as it is:
 * that nobody changed it in between is what its `versao` says.
 */
export async function bodyWithKept(
  { keepsMasks }: Route,
  { route, read }: ShownBy,
  { params, body }: { params: unknown; body: unknown },
  ctx: PublicContext & { user: User },
): Promise<unknown> {
  if (!keepsMasks || seesPersonal(ctx.user) || !isFields(body)) return body;
  const { at, one, names = {} } = keepsMasks;
  const given = at ? body[at] : body;
  if (!isFields(given)) return body;
  const recordOf = (answer: unknown) => renamed(pickedOne(answer, one && (params as Fields)[one]), names);
  const shown = recordOf(shownTo(ctx.user, route, await read({ params, query: {} }, ctx)));
  const stored = recordOf(await read({ params, query: {} }, { ...ctx, user: seeingPersonal(ctx.user) }));
  const { value, refused } = keptMasks(given, shown, stored);
  // A record names the fields of its lists as its form does.
  const paths = at ? refused.map((path) => path.replaceAll('.', '/')) : refused;
  if (paths.length > 0) throw invalid(Object.fromEntries(paths.map((path) => [path, MASKED_FIELD])));
  return at ? { ...body, [at]: value } : value;
}

/** A record, alone, below `data`, or of a list the one with the number. */
function pickedOne(answer: unknown, id: unknown): Fields {
  const found = Array.isArray(answer) ? answer.find((each) => isFields(each) && each.id === id) : answer;
  if (!isFields(found)) return {};
  return isFields(found.data) ? found.data : found;
}

const renamed = (record: Fields, names: Readonly<Record<string, string>>): Fields => ({
  ...record,
  ...Object.fromEntries(Object.entries(names).map(([name, shown]) => [name, record[shown]])),
});

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
