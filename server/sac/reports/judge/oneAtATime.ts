import { refused } from '../../../errors.ts';

/** Of one person: what is judged now, and what was typed meanwhile. */
const MOST_OWN = 2;
/** Of all, in this process. */
const MOST_WAITING = 8;

const waiting: (number | null)[] = [];
let last: Promise<unknown> = Promise.resolve();

/**
 * Judging reads the database too, so it has one reader, however many people write reports and however many files
 * came at once. `person` is null for files, which come one after the other anyhow.
 */
export async function oneAtATime<T>(person: number | null, work: () => Promise<T>): Promise<T> {
  const own = waiting.filter((each) => each === person).length;
  if (waiting.length >= MOST_WAITING || (person !== null && own >= MOST_OWN))
    throw refused(
      'RELATORIO_EM_ANDAMENTO',
      'O banco ainda confere outros relatórios. Espere um momento e tente de novo.',
    );
  waiting.push(person);
  const turn = last.then(work).finally(() => {
    waiting.splice(waiting.indexOf(person), 1);
  });
  last = turn.catch(() => {});
  return turn;
}
