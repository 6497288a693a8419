import { buildPendingIndexes } from '#server/records/custom/customIndexes.ts';
import { spread, spreadOf } from '../lists/measure.ts';
import { type Company, type Line, seconds } from './company.ts';
import { fillLargeTypes } from './largeTypes.ts';
import { contracts, published } from './ownTypes.ts';

/** Milliseconds at p95: a concurrent write takes no longer than any other write (docs/domain.md 17). */
const WRITE = 400;
const WRITERS = 2;

/**
 * Publishes a changed definition of a type with very many records, builds its indexes and updates its records while people
 * write.
 */
export async function ownTypeAtWork(company: Company, size: number): Promise<Line[]> {
  await fillLargeTypes(company, size);
  const records = size.toLocaleString('pt-BR');
  const lines: Line[] = [];
  const changes = {
    'nova ordem (índice novo)': { lista: { ...contracts.lista, ordenaveis: ['inicio', 'valor', 'prazo'] } },
    'outro campo na busca (registros seguem)': { busca: ['numero', 'descricao'] },
    'como antes': {},
  };
  for (const [what, change] of Object.entries(changes)) {
    const { result, times } = await whileWriting(company, async () => {
      const publishing = await published(company, { ...contracts, ...change });
      const began = performance.now();
      await buildPendingIndexes(company);
      return { publishing: publishing ?? 0, after: performance.now() - began };
    });
    const measured = spreadOf(times);
    lines.push({
      name: `${records} registros, ${what}: publicar ${seconds(result.publishing)}, depois ${seconds(result.after)}; quem grava, p50 / p95 / máximo em ms`,
      measured: `${spread(measured)} / ${Math.round(Math.max(...times))}`,
      budget: String(WRITE),
      held: measured.p95 <= WRITE,
    });
  }
  return lines;
}

/** Two people who keep creating and changing records of the type. */
async function whileWriting<T>(company: Company, work: () => Promise<T>) {
  const times: number[] = [];
  let over = false;
  const write = async (writer: number) => {
    const run = `${Date.now().toString(36)}-${writer}`;
    for (let number = 0; !over; number++) {
      const began = performance.now();
      await company.call('PUT', `/dados/v1/${contracts.chave}`, {
        registros: [
          { numero: `W-${run}-${number >> 1}`, descricao: `Escrito agora ${number}`, situacao: 'VIGENTE' },
        ],
      });
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  try {
    return { result: await work(), times };
  } finally {
    over = true;
    await Promise.all(writers);
  }
}
