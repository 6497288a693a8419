import type { Route } from '../../../contract/route.ts';

interface Titled {
  title?: string;
  anyOf?: readonly Titled[];
}

/** What the contract calls the fields of a route's body. */
export const fieldLabels = ({ body }: Pick<Route, 'body'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body?.properties ?? {}).flatMap(([key, schema]) => {
      const title = titleOf(schema as Titled);
      return title ? [[key, title]] : [];
    }),
  );

/** What may be null has its title a level below. */
const titleOf = ({ title, anyOf = [] }: Titled): string | undefined =>
  title ?? anyOf.map(titleOf).find(Boolean);
