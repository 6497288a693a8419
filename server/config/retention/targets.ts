import { asc } from 'drizzle-orm';
import { retentionKinds } from '../../../contract/catalogs/retentionKinds.ts';
import { type RetentionKind, targetKey } from '../../../contract/rules/privacy/retention.ts';
import type { Executor } from '../../db/client.ts';
import { ticketTypes } from '../../db/tables/index.ts';
import { personalTypes } from '../privacy/commands.ts';

/** What one rule is about. */
export interface Target {
  key: string;
  kind: RetentionKind;
  name: string;
  /** Of TICKETS and ANEXOS the number of the type, of REGISTROS the key of the own type. */
  of: number | string | null;
}

/** All that may have a rule now, in the order in which it is shown. */
export async function retentionTargets(db: Executor): Promise<Target[]> {
  const types = await db
    .select({ of: ticketTypes.id, name: ticketTypes.description })
    .from(ticketTypes)
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  const own = [...(await personalTypes(db)).values()].map(({ chave, titulo }) => ({
    of: chave,
    name: titulo.muitos.charAt(0).toUpperCase() + titulo.muitos.slice(1),
  }));
  return [
    ...types.map((type) => target('TICKETS', type)),
    ...types.map((type) => target('ANEXOS', type)),
    ...(['CLIENTES', 'CONTAS', 'CONTATOS'] as const).map((kind) =>
      target(kind, { of: null, name: retentionKinds[kind].titulo }),
    ),
    ...own.map((type) => target('REGISTROS', type)),
  ];
}

const target = (kind: RetentionKind, { of, name }: Pick<Target, 'of' | 'name'>): Target => ({
  key: targetKey(kind, of),
  kind,
  name,
  of,
});
