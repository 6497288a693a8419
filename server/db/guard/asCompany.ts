import { sql } from 'drizzle-orm';
import type { Tx } from '../client.ts';

/**
 * The views of schema relatorio show what the scope of a run allows, which the server signs for one connection. Here it is
 * everything, with these types of the company's own, and is taken back before the transaction goes on.
 */
export async function asCompany<A>(
  tx: Tx,
  read: () => Promise<A>,
  types: readonly string[] = [],
): Promise<A> {
  await tx.execute(sql`
    select set_config('balcao.escopo', s.texto, true),
      set_config('balcao.assinatura', encode(sha256(convert_to(g.valor || s.texto || g.valor, 'UTF8')), 'hex'), true)
    from relatorio_interno.segredo g
    cross join (select json_build_object('conexao', pg_backend_pid(), 'escopo', 'TODAS_FILIAIS',
      'veGrupos', true, 'cadastros', ${JSON.stringify(types)}::json)::text as texto) s`);
  const found = await read();
  await tx.execute(
    sql`select set_config('balcao.escopo', '', true), set_config('balcao.assinatura', '', true)`,
  );
  return found;
}
