import { spread, spreadOf } from '../lists/measure.ts';
import type { Company, Line } from './company.ts';

/** docs/domain.md 16: milliseconds at p95 for 1,000 products. */
const BUDGET = { new: 1_000, equal: 300 };
const ROWS = 1_000;

/** Simulates a nightly run: products that are new, followed by exactly the same ones again. */
export async function productBatches(company: Company, batches: number): Promise<Line[]> {
  const run = Date.now();
  const bodies = Array.from({ length: batches }, (_, batch) => ({
    registros: Array.from({ length: ROWS }, (_, row) => productOf(run, batch * ROWS + row)),
  }));
  // The first call of a type compiles its validator.
  await sendAll(company, [{ registros: [productOf(run, batches * ROWS)] }], 'criados');
  const fresh = await sendAll(company, bodies, 'criados');
  const equal = await sendAll(company, bodies, 'iguais');
  return [lineOf('novos', fresh, BUDGET.new), lineOf('iguais', equal, BUDGET.equal)];
}

/** A barcode leads to one product, so each run has its own. */
const productOf = (run: number, number: number) => ({
  codigo: `${run.toString(36)}-${number}`,
  descricao: `Produto medido ${number} de 500 g`,
  marca: `Marca ${number % 40}`,
  unidade: 'UN',
  preco: `${(number % 900) + 1}.90`,
  custo: `${(number % 500) + 1}.10`,
  ncm: '39173290',
  codigoBarras: `${String(Math.trunc(run / 1000)).slice(-8)}${String(number).padStart(6, '0')}`,
  pesoLiquido: '0.5',
  ativo: true,
  impostos: { ipi: '5', icms: '18' },
  embalagens: [{ nome: 'Caixa', unidade: 'CX', fator: '12' }],
});

async function sendAll(company: Company, bodies: readonly { registros: object[] }[], expected: string) {
  const times: number[] = [];
  for (const body of bodies) {
    const began = performance.now();
    const { contagens } = await company.call<{ contagens: Record<string, number> }>(
      'PUT',
      '/dados/v1/produtos',
      body,
    );
    times.push(performance.now() - began);
    if (contagens[expected] !== body.registros.length)
      throw new Error(`not all are ${expected}: ${JSON.stringify(contagens)}`);
  }
  return times;
}

function lineOf(what: string, times: readonly number[], budget: number): Line {
  const measured = spreadOf(times);
  return {
    name: `API, ${times.length} lotes de ${ROWS.toLocaleString('pt-BR')} produtos ${what}, p50 / p95 em ms`,
    measured: spread(measured),
    budget: String(budget),
    held: measured.p95 <= budget,
  };
}
