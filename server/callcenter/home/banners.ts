import { and, asc, eq, gte, lte, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Banner } from '../../../contract/callcenter/home.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import type { Context } from '../../context.ts';
import { banners } from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';

/** Those of every branch and of the person's, in their period. */
export async function bannersOf({ db, user, now }: Context): Promise<Banner[]> {
  const today = localDate(now(), DEFAULT_TIME_ZONE);
  const rows = await db
    .select()
    .from(banners)
    .where(
      and(
        eq(banners.active, true),
        lte(banners.startsOn, today),
        gte(banners.endsOn, today),
        ofBranches(user, banners.branchId),
      ),
    )
    .orderBy(asc(banners.position), asc(banners.id));
  return rows.map(({ id, title, text, imageId, opens }) => ({
    id,
    titulo: title,
    texto: text,
    idImagem: imageId,
    abre: opens.tipo ? opens : { tipo: 'NADA' },
  }));
}

/** 0 is every branch. */
export const ofBranches = (user: Context['user'], column: AnyPgColumn): SQL | undefined => {
  const scope = branchScope(user, column);
  return scope && or(eq(column, 0), scope);
};
