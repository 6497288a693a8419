import process from 'node:process';

/** `npm run bench -- <name>`: each benchmark is a separate script that prints a table. */
const BENCHES: Record<string, () => Promise<unknown>> = {
  bundle: async () => (await import('./bundle.ts')).bundle(),
  contactSearch: async () => (await import('./sales/contactSearch.ts')).contactSearch(process.argv.slice(3)),
  chaos: async () => (await import('./chaos/chaos.ts')).main(process.argv.slice(3)),
  export: async () => (await import('./export.ts')).exportBench(process.argv.slice(3)),
  filters: async () => (await import('./filters/filters.ts')).filters(process.argv.slice(3)),
  forms: async () => (await import('./forms/forms.ts')).forms(process.argv.slice(3)),
  hostile: async () => (await import('./hostile.ts')).hostile(process.argv.slice(3)),
  limits: async () => (await import('./limits/limits.ts')).limits(process.argv.slice(3)),
  growth: async () => (await import('./growth.ts')).growth(process.argv.slice(3)),
  lists: async () => (await import('./lists/lists.ts')).lists(process.argv.slice(3)),
  live: async () => (await import('./live.ts')).live(process.argv.slice(3)),
  load: async () => (await import('./load/load.ts')).load(process.argv.slice(3)),
  night: async () => (await import('./night.ts')).night(process.argv.slice(3)),
  panel: async () => (await import('./sales/sales.ts')).panel(process.argv.slice(3)),
  panelPaint: async () => (await import('./sales/sales.ts')).panelPaint(process.argv.slice(3)),
  records: async () => (await import('./records/records.ts')).records(process.argv.slice(3)),
  reports: async () => (await import('./reports/reports.ts')).reports(process.argv.slice(3)),
  reportQueries: async () => (await import('./reports/queries.ts')).reportQueries(process.argv.slice(3)),
  rules: async () => (await import('./rules/rules.ts')).rules(process.argv.slice(3)),
  sales: async () => (await import('./sales/sales.ts')).sales(process.argv.slice(3)),
  searches: async () => (await import('./lists/searches.ts')).searches(process.argv.slice(3)),
  start: async () => (await import('./start.ts')).start(),
  tickets: async () => (await import('./tickets/tickets.ts')).tickets(process.argv.slice(3)),
  table: () => import('./table/main.ts'),
  writes: async () => (await import('./writes/writes.ts')).writes(process.argv.slice(3)),
};

const run = BENCHES[process.argv[2] ?? ''];
if (run) await run();
else {
  process.stderr.write(`Diga o que medir: npm run bench -- ${Object.keys(BENCHES).join(' | ')}\n`);
  process.exitCode = 1;
}
