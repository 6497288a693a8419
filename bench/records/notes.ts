import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import { nfeProc } from '#tests/support/nfe/nfeFiles.ts';
import { zipOf } from '#tests/support/nfe/zip.ts';
import { type Company, type Line, seconds, until } from './company.ts';

/** docs/domain.md 16: three minutes for 10,000 invoices of ten lines, proportionally less for fewer. */
const BUDGET = { seconds: 180, notes: 10_000 };
const LINES = 10;
const CUSTOMERS = 1_000;
const PRODUCTS = 2_000;

interface NotesImport {
  id: string;
  situacao: string;
  falha: string;
  contagem: { resultado: string; quantidade: number }[];
}

/** Signed invoices of the first branch in one ZIP, each of them read, verified and written. */
export async function noteImport(company: Company, count: number): Promise<Line[]> {
  const content = zipOf(await notesOf(company, count));
  const { result, megabytes } = await company.peakMemory(async () => {
    const form = new FormData();
    form.set('finalidade', 'NFE');
    form.set('arquivos[0]', new Blob([new Uint8Array(content)]), 'notas.zip');
    const began = performance.now();
    const { data } = await company.send<{ data: NotesImport }>(
      '/config/notas-xml/importacoes?finalidade=NFE',
      form,
    );
    const done = await until(
      async () =>
        (await company.call<{ data: NotesImport }>('GET', `/config/notas-xml/importacoes/${data.id}`)).data,
      ({ situacao }) => !['NA_FILA', 'EXECUTANDO'].includes(situacao),
    );
    return { done, took: performance.now() - began };
  });
  const taken = result.done.contagem.find(({ resultado }) => resultado === 'CRIADA')?.quantidade ?? 0;
  if (taken !== count) throw new Error(`of ${count} notes: ${JSON.stringify(result.done)}`);
  const budget = Math.max(2, (BUDGET.seconds * count) / BUDGET.notes) * 1000;
  return [
    {
      name: `ZIP de ${count.toLocaleString('pt-BR')} NF-e de ${LINES} linhas (${Math.round(content.length / 1_048_576)} MB)`,
      measured: `${seconds(result.took)}, +${Math.round(megabytes)} MB`,
      budget: seconds(budget),
      held: result.took <= budget,
    },
  ];
}

/** Uses a series from no earlier run, since the same invoices would otherwise be duplicates. */
async function notesOf({ pool }: Company, count: number) {
  const { rows } = await pool.query<{ cnpj: string; used: number }>(
    `select b.cnpj, coalesce((select max(substr(key, 23, 3)::int) from invoices
       where branch_id = b.id and substr(key, 23, 3) < '890'), 0) as used
     from branches b order by b.id limit 1`,
  );
  const { cnpj: emitter = '', used = 0 } = rows[0] ?? {};
  return Array.from({ length: count }, (_, place) => ({
    name: `nota-${place}.xml`,
    content: nfeProc({
      emitter,
      series: String(Number(used) + 1),
      number: String(place + 1),
      receiver: receiverOf(place % CUSTOMERS),
      receiverName: `MERCADO MEDIDO ${place % CUSTOMERS} LTDA`,
      lines: Array.from({ length: LINES }, (_, line) => {
        const product = (place * LINES + line) % PRODUCTS;
        return { code: `MEDIDO${product}`, description: `Produto medido ${product}` };
      }),
    }),
  }));
}

const receiverOf = (number: number): string => {
  const start = `${39_000_000 + number}0001`;
  return start + cnpjCheckDigits(start);
};
