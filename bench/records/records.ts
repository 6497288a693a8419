import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { productBatches } from './batches.ts';
import { changesDelivered } from './changesDelivered.ts';
import { type Company, type Line, openCompany } from './company.ts';
import { customerImports, xlsxImport } from './imports.ts';
import { listsOfTypes } from './listsOfTypes.ts';
import { noteImport } from './notes.ts';
import { ownTypeAtWork } from './ownType.ts';

const OPTIONS = {
  customers: { type: 'string', default: '100000' },
  notes: { type: 'string', default: '10000' },
  batches: { type: 'string', default: '40' },
  changes: { type: 'string', default: '200' },
  /** Number of records per listed type; a separate database is created for them and kept for the next run. */
  records: { type: 'string', default: '1000000' },
  runs: { type: 'string', default: '11' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  /** One or several parts: importar, xlsx, notas, api, avisos, listas, proprio. */
  only: { type: 'string', default: '' },
  /** Restricts the lists to cases with this in their name. */
  case: { type: 'string', default: '' },
  /** Writes a CPU profile of the server next to the database. */
  profile: { type: 'boolean', default: false },
} as const;

type Values = Record<'customers' | 'notes' | 'batches' | 'changes' | 'records' | 'runs' | 'case', string>;
type Part = (company: Company, values: Values) => Promise<Line[]>;

/** Run on the small company, because its size does not affect how long its writes take. */
const WRITING: Record<string, Part> = {
  importar: (company, { customers }) => customerImports(company, Number(customers)),
  xlsx: (company, { customers }) => xlsxImport(company, Number(customers)),
  notas: (company, { notes }) => noteImport(company, Number(notes)),
  api: (company, { batches }) => productBatches(company, Number(batches)),
  avisos: (company, { changes }) => changesDelivered(company, Number(changes)),
};
/** Run on the large company. */
const READING: Record<string, Part> = {
  listas: (company, { records, runs, case: named }) =>
    listsOfTypes(company, { size: Number(records), runs: Number(runs), named }),
  proprio: (company, { records }) => ownTypeAtWork(company, Number(records)),
};

/**
 * `npm run bench -- records`: measures the limits of docs/domain.md 16 for imports, invoices, ERP calls, lists and webhooks on the
 * built server over HTTP. Fails if nothing matches `--only` or `--case`.
 */
export async function records(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const wanted = values.only.split(',').filter(Boolean);
  const known = [...Object.keys(WRITING), ...Object.keys(READING)];
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`no part is called '${unknown}': ${known.join(', ')}`);
  const lines: Line[] = [];
  for (const [parts, name] of [
    [WRITING, 'records'],
    [READING, `records-${values.records}`],
  ] as const) {
    const runs = Object.entries(parts).filter(([part]) => wanted.length === 0 || wanted.includes(part));
    if (runs.length === 0) continue;
    const company = await openCompany(path.join(values.dir, name), values.profile);
    try {
      for (const [, run] of runs)
        for (const line of await run(company, values)) {
          lines.push(line);
          process.stderr.write(`${line.name}: ${line.measured}\n`);
        }
    } finally {
      await company.close();
    }
  }
  print(lines);
}

function print(lines: readonly Line[]) {
  if (lines.length === 0) throw new Error('nothing was measured');
  process.stdout.write('| o que | medido | orçamento |\n| --- | ---: | ---: |\n');
  for (const { name, measured, budget } of lines)
    process.stdout.write(`| ${name} | ${measured} | ${budget} |\n`);
  const missed = lines.filter(({ held }) => !held).map(({ name }) => name);
  process.stdout.write(
    missed.length > 0 ? `\nAcima do orçamento: ${missed.join('; ')}.\n` : '\nTodos dentro do orçamento.\n',
  );
}
