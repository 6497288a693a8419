import { buffer } from 'node:stream/consumers';
import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { sheetWriters } from '#server/adapters/spreadsheet/spreadsheet.ts';
import type { CpuUsed } from '../cpuUsed.ts';
import { type Company, type Line, seconds, until } from './company.ts';

/** docs/domain.md 16: limits for 100,000 customers, proportionally less for fewer. */
const BUDGET = { new: 60, changed: 60, equal: 15, megabytes: 200, xlsxMegabytes: 300 };
const FULL = 100_000;

interface Imported {
  id: string;
  versao: number;
  situacao: string;
  falha: string | null;
  contagens: { criados: number; mudados: number; iguais: number; recusados: number };
}

const base = '/config/cadastros/clientes/importacoes';

/** Imports the same sheet three times: with unknown customers, with one field of each changed, and unchanged. */
export async function customerImports(company: Company, count: number): Promise<Line[]> {
  const first = await firstRoot(company);
  const share = count / FULL;
  const lines: Line[] = [];
  for (const [what, limit, expected, note] of [
    ['novos', BUDGET.new, 'criados', 'Entregar pela manhã'],
    ['mudados', BUDGET.changed, 'mudados', 'Entregar à tarde'],
    ['iguais', BUDGET.equal, 'iguais', 'Entregar à tarde'],
  ] as const) {
    const sheet = customersCsv({ first, count, note });
    const done = await imported(company, `clientes-${what}.csv`, sheet);
    const found = done.contagens[expected];
    if (found !== count) throw new Error(`${found} of ${count} customers are ${expected}`);
    const budget = Math.max(1, limit * share);
    lines.push({
      name: `CSV, ${count.toLocaleString('pt-BR')} clientes ${what} (simulação ${seconds(done.tried)})`,
      measured: `${seconds(done.written)}, +${Math.round(done.megabytes)} MB${processor(done.used)}`,
      budget: `${seconds(budget * 1000)}, +${BUDGET.megabytes} MB`,
      held: done.written <= budget * 1000 && done.megabytes <= BUDGET.megabytes,
    });
  }
  return lines;
}

/** A sheet with nearly the maximum number of cells, where reading it is the expensive part. */
export async function xlsxImport(company: Company, count: number): Promise<Line[]> {
  const content = await customersXlsx(await firstRoot(company), count);
  const done = await imported(company, 'clientes.xlsx', content);
  if (done.contagens.criados !== count) throw new Error(`${done.contagens.criados} of ${count} are new`);
  return [
    {
      name: `XLSX, ${count.toLocaleString('pt-BR')} clientes em ${XLSX_COLUMNS} colunas (${Math.round(content.length / 1_048_576)} MB)`,
      measured: `+${Math.round(done.megabytes)} MB, ${seconds(done.written)}`,
      budget: `+${BUDGET.xlsxMegabytes} MB`,
      held: done.megabytes <= BUDGET.xlsxMegabytes,
    },
  ];
}

/** The processor that it took to write them, which other work beside it does not change. */
const processor = (used: CpuUsed | null): string =>
  used ? `, processador ${seconds(used.server)} e ${seconds(used.database)}` : '';

async function imported(company: Company, name: string, content: Buffer) {
  const { result, megabytes } = await company.peakMemory(async () => {
    const form = new FormData();
    form.set('arquivo', new Blob([new Uint8Array(content)]), name);
    const { data: file } = await company.send<{ data: { id: string } }>(
      '/config/arquivos?finalidade=IMPORTACAO',
      form,
    );
    const { data: begun } = await company.call<{ data: Imported }>('POST', base, {
      arquivo: { id: file.id },
    });
    const own = `${base}/${begun.id}`;
    const over = (state: string) =>
      until(
        async () => (await company.call<{ data: Imported }>('GET', own)).data,
        ({ situacao }) => {
          if (situacao === 'FALHOU') throw new Error(`the import of ${name} failed`);
          return situacao === state;
        },
      );
    const trial = performance.now();
    await company.call('PUT', own, { versao: begun.versao });
    const tried = await over('CONFERENCIA');
    const writing = performance.now();
    const { result, used } = await company.processor(async () => {
      await company.call('POST', `${own}/gravar`, { versao: tried.versao });
      return over('CONCLUIDO');
    });
    const { contagens } = result;
    return { contagens, tried: writing - trial, written: performance.now() - writing, used };
  });
  return { ...result, megabytes };
}

/** Starts after all customers created by earlier runs: CNPJs in a range of their own. */
async function firstRoot({ pool }: Company): Promise<number> {
  const { rows } = await pool.query<{ root: string | null }>(
    `select max(left(document, 8)) as root from customers where legal_name like 'Cliente medido %'`,
  );
  return Number(rows[0]?.root ?? 40_000_000) + 1;
}

const TITLES = [
  'CNPJ/CPF',
  'Razão Social',
  'Nome Fantasia',
  'IE',
  'E-mail principal',
  'Telefone principal',
  'Região',
  'Categoria',
  'Observação de logística',
];

const cnpjOf = (root: number): string => {
  const start = `${String(root).padStart(8, '0')}0001`;
  return start + cnpjCheckDigits(start);
};

const customerOf = (root: number, note: string): string[] => [
  cnpjOf(root),
  `Cliente medido ${root} Comércio de Alimentos Ltda`,
  `Mercearia São João ${root}`,
  String(100_000_000_000 + root),
  `compras${root}@cliente.com.br`,
  `(11) 9${String(root).padStart(8, '0').slice(0, 4)}-${String(root).slice(-4)}`,
  '',
  root % 2 ? 'Varejo' : 'Atacado',
  `${note}; portão ${root % 9}`,
];

/** In the format of ERPs: semicolons, Windows-1252, and quotes around every value that contains a semicolon. */
function customersCsv({ first, count, note }: { first: number; count: number; note: string }): Buffer {
  const lines = [TITLES.join(';')];
  for (let root = first; root < first + count; root++)
    lines.push(
      customerOf(root, note)
        .map((text) => (text.includes(';') ? `"${text}"` : text))
        .join(';'),
    );
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

/** Many sheets have columns that are not imported. */
const XLSX_COLUMNS = 19;

async function customersXlsx(first: number, count: number): Promise<Buffer> {
  const titles = [
    ...TITLES,
    ...Array.from({ length: XLSX_COLUMNS - TITLES.length }, (_, n) => `Coluna ${n}`),
  ];
  async function* rows() {
    for (let root = first; root < first + count; root++)
      yield [
        ...customerOf(root, 'Entregar'),
        ...titles.slice(TITLES.length).map((title) => `${title} ${root}`),
      ];
  }
  return buffer(
    sheetWriters.xlsx.write({
      name: 'Clientes',
      rows: rows(),
      columns: titles.map((title) => ({ title, width: 20, kind: 'text' })),
      zone: DEFAULT_TIME_ZONE,
    }),
  );
}
