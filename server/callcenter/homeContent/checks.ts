import { eq } from 'drizzle-orm';
import { type OpensTarget, opensProblem } from '../../../contract/rules/sales/showcase.ts';
import type { Executor } from '../../db/client.ts';
import { branches, faqArticles } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';

/** So many of each: the home page is read at a glance. */
const MOST = 50;

export function requireRoom(count: number, noun: string): void {
  if (count >= MOST)
    throw refused('ITENS_DEMAIS', `Já há ${MOST} ${noun}. Exclua o que não se usa mais antes de criar.`);
}

/** What is opened must be there, and be of this console. */
export async function requireOpens(db: Executor, { tipo, valor = '' }: OpensTarget): Promise<OpensTarget> {
  const given = valor.trim();
  const problem = opensProblem({ tipo, valor: given });
  if (problem) throw invalid({ 'abre.valor': problem });
  if (tipo === 'ARTIGO' && !(await db.$count(faqArticles, eq(faqArticles.id, Number(given)))))
    throw invalid({ 'abre.valor': 'Este artigo não existe.' });
  return given && tipo !== 'NADA' && tipo !== 'CAMPANHA' ? { tipo, valor: given } : { tipo };
}

/** `null` is every branch, which the table keeps as 0. */
export async function requireBranch(db: Executor, id: number | null): Promise<number> {
  if (id === null) return 0;
  if (!(await db.$count(branches, eq(branches.id, id)))) throw invalid({ idFil: 'Esta filial não existe.' });
  return id;
}

export async function branchNames(db: Executor): Promise<(id: number) => string> {
  const rows = await db.select({ id: branches.id, name: branches.tradeName }).from(branches);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === 0 ? 'Todas' : (names.get(id) ?? `Filial ${id}`));
}
