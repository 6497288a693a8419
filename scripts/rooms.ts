import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { importedFile } from '#tests/support/importedFile.ts';
import { sourceFiles } from '#tests/support/sourceFiles.ts';

interface Layer {
  name: string;
  title: string;
  /** Files and folders; if two contain a file, the longer one applies. */
  places: readonly string[];
}

const server = (...places: string[]) => places.map((place) => `server/${place}`);

/** The layers ("rooms") of the sources, lowest first: a file may import from its own layer and from those below. */
export const LAYERS: readonly Layer[] = [
  { name: 'contract', title: 'contract', places: ['contract/'] },
  {
    name: 'base',
    title: 'settings, errors, plain text, expressions',
    places: server(
      'ending.ts',
      'errors.ts',
      'expression/',
      'failures.ts',
      'places.ts',
      'recent.ts',
      'root.ts',
      'settings/',
      'text/',
      'tracing/',
    ),
  },
  { name: 'db', title: 'db: tables, client', places: ['server/db/'] },
  {
    name: 'write',
    title: 'context, audit, idempotency, feed and channel notifications',
    places: server(
      'adapters/files/fileStore.ts',
      'context.ts',
      'feed/writeFeed.ts',
      'installationState.ts',
      'jobs/queue.ts',
      'jobs/takeOver.ts',
      'paging/',
      'realtime/publish.ts',
      'realtime/signal.ts',
      'rounds.ts',
      'writing/',
    ),
  },
  { name: 'adapters', title: 'adapters, foreign bytes', places: server('adapters/', 'foreign/') },
  { name: 'parameters', title: 'config/parameters', places: ['server/config/parameters/'] },
  {
    name: 'session',
    title: 'session, implement, plugins',
    places: server('docs/', 'implement.ts', 'plugins/', 'session/', 'storedFiles.ts'),
  },
  { name: 'jobs', title: 'jobs', places: ['server/jobs/'] },
  {
    name: 'definitions',
    title: 'config: definitions, forms, flows, fields',
    places: server(
      'config/access.ts',
      'config/brand/',
      'config/definitions/',
      'config/fields/',
      'config/flows/',
      'config/forms/',
      'config/parameters/commands.ts',
      'config/parameters/index.ts',
      'config/parameters/write.ts',
      'config/platform/queries.ts',
      'config/simpleRest.ts',
      'map/addedFields.ts',
      'map/rowPaths.ts',
      'map/sourcedEntity.ts',
      'map/naming.ts',
      'map/storedValues.ts',
      'map/usedPath.ts',
    ),
  },
  { name: 'sac', title: 'sac', places: ['server/sac/'] },
  {
    name: 'records',
    title: 'records, map, NF-e, reports',
    places: server('map/', 'records/', 'sac/dashboardPages/', 'sac/nfe/', 'sac/reportDesk/', 'sac/reports/'),
  },
  { name: 'realtime', title: 'realtime', places: ['server/realtime/'] },
  { name: 'callcenter', title: 'callcenter', places: ['server/callcenter/'] },
  { name: 'feed', title: 'feed, webhooks', places: server('feed/', 'webhooks/') },
  { name: 'upkeep', title: 'backup, telemetry', places: server('backup/', 'telemetry/') },
  {
    name: 'config',
    title: 'config: administration; search, home page, walls',
    places: server(
      'config/',
      'config/definitions/bundles/',
      'config/fields/commands.ts',
      'config/fields/fieldFiles.ts',
      'config/fields/index.ts',
      'sac/dashboardPaper/',
      'sac/homePages/',
      'sac/search/',
      'sac/walls/',
    ),
  },
  { name: 'companyRules', title: 'companyRules', places: server('companyRules/') },
  { name: 'demonstration', title: 'demonstration, seeds', places: server('db/seed/', 'demonstration/') },
  { name: 'start', title: 'app, routes, start', places: ['server/'] },
  {
    name: 'dataProvider',
    title: 'dataProvider, i18n',
    places: ['src/dataProvider/', 'src/i18n/', 'src/lean/'],
  },
  { name: 'ui', title: 'ui', places: ['src/ui/'] },
  { name: 'resources', title: 'resources: nouns', places: ['src/resources/'] },
  { name: 'custom', title: 'custom: pages that join nouns', places: ['src/custom/'] },
  { name: 'shell', title: 'shell', places: ['src/shell/'] },
  { name: 'console', title: 'App, main', places: ['src/'] },
];

/** Registries that are placed below the files they list, with the reason. */
export const REGISTRIES: Readonly<Record<string, string>> = {
  'server/config/definitions/kinds.ts': 'the kinds of definitions, each with the rules of its own room',
  'server/config/forms/options/index.ts': 'where the choices of a form come from, records among them',
  'server/config/forms/options/sources.ts': 'where the choices of a form come from, each of its own room',
  'server/foreign/tasks.ts': 'what reads foreign bytes, each of its own room',
  'server/jobs/runBulkJob.ts': 'what a bulk job may do to a row',
  'server/records/import/importTarget.ts':
    'what a file may be imported into: record types, and contacts to make',
  'server/records/recordEffects.ts': 'what other nouns do when records change',
  'server/sac/tickets/bulk/bulkActions.ts': 'what may be done to many tickets, macros among it',
  'server/session/serviceKey.ts': "the verbs of a key may be of a company's own record type",
};

export interface Import {
  from: string;
  to: string;
}

const IMPORTED = /(?:from |import |import\()'([.#][^']+)'/g;

/** All imports between source files, including type imports. */
export function importsOf(roots: readonly string[] = ['contract', 'server', 'src']): Import[] {
  const files = new Set(roots.flatMap(sourceFiles));
  return [...files].flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(IMPORTED)]
      .map(([, target = '']) => ({ from, to: importedFile(from, target) ?? '' }))
      .filter(({ to }) => files.has(to)),
  );
}

/** Index of a file's layer in `LAYERS`. */
export function layerOf(file: string): number {
  const found = LAYERS.flatMap(({ places }, room) =>
    places.filter((place) => file.startsWith(place)).map((place) => ({ room, length: place.length })),
  ).sort((a, b) => b.length - a.length)[0];
  if (!found) throw new Error(`${file} stands in no room (scripts/rooms.ts)`);
  return found.room;
}

/** The layers and the dependencies between them, as a Mermaid chart. Transitive dependencies are not drawn. */
export function layerChart(imports: readonly Import[]): string {
  const below = LAYERS.map(() => new Set<number>());
  for (const { from, to } of imports)
    if (layerOf(to) < layerOf(from) && !(from in REGISTRIES)) below[layerOf(from)]?.add(layerOf(to));
  const reached = LAYERS.map((_, room) => reachedFrom(room, below));
  const arrows = below.flatMap((targets, room) =>
    [...targets]
      .filter((target) => ![...targets].some((other) => other !== target && reached[other]?.has(target)))
      .sort((a, b) => b - a)
      .map((target) => `  ${LAYERS[room]?.name} --> ${LAYERS[target]?.name}`),
  );
  const boxes = (root: string) =>
    LAYERS.filter(({ places }) => places[0]?.startsWith(root))
      .toReversed()
      .map(({ name, title }) => `    ${name}["${title}"]`);
  return [
    '```mermaid',
    'flowchart TD',
    '  subgraph src',
    ...boxes('src/'),
    '  end',
    '  subgraph server',
    ...boxes('server/'),
    '  end',
    ...boxes('contract/').map((box) => box.slice(2)),
    ...arrows,
    '```',
  ].join('\n');
}

function reachedFrom(room: number, below: readonly ReadonlySet<number>[]): Set<number> {
  const found = new Set<number>();
  for (const target of below[room] ?? []) {
    found.add(target);
    for (const further of reachedFrom(target, below)) found.add(further);
  }
  return found;
}

/**
 * Files that import each other, directly or through others, largest circle first (Tarjan's strongly connected components).
 * Imports of types count: they do not load anything, but neither file is understood without the other.
 */
export function circlesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  const walk = (file: string): number => {
    order.set(file, order.size);
    let first = order.get(file) as number;
    path.push(file);
    for (const to of targets.get(file) ?? []) {
      if (!order.has(to)) first = Math.min(first, walk(to));
      else if (path.includes(to)) first = Math.min(first, order.get(to) as number);
    }
    if (first === order.get(file)) found.push(path.splice(path.indexOf(file)).sort());
    return first;
  };
  for (const file of targets.keys()) if (!order.has(file)) walk(file);
  return found.filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
}

const PAGE = 'docs/architecture.md';
const FRAME = /(?<=<!-- rooms -->\n)[\s\S]*(?=\n<!-- \/rooms -->)/;

/** The chart currently in docs/architecture.md. */
export const documentedChart = (): string => readFileSync(PAGE, 'utf8').match(FRAME)?.[0] ?? '';

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const page = readFileSync(PAGE, 'utf8');
  const imports = importsOf();
  writeFileSync(
    PAGE,
    page.replace(FRAME, () => layerChart(imports)),
  );
  const circles = circlesOf(imports);
  process.stdout.write(`${circles.length} circles of files, the largest of ${circles[0]?.length ?? 0}:\n`);
  for (const circle of circles) process.stdout.write(`  ${circle.join(' ')}\n`);
}
