import { type MapEntities, type MapEntity, OWN_ENTITY } from '../../map/entity.ts';
import { MAX_STEPS, type PathStep, stepOf, stepsFrom } from '../../map/paths.ts';
import { formatCount } from '../format.ts';

/** How many records lead here, of the last days: 'cliente.tickets.vezes_30'. */
export interface RuleCount {
  /** The last one leads to what is counted; where the first leads to many too, the one with the most counts. */
  readonly steps: readonly PathStep[];
  /** What is counted, by the first part of its key: of the lines of tickets, the tickets. */
  readonly counted: MapEntity;
  readonly key: string;
  readonly periodo: string;
  readonly dias: number;
  readonly titulo: string;
}

const COUNT = /^(.+)\.vezes_([1-9]\d{0,2})$/;
const MOST_DAYS = 366;

/** Ways that have a name of their own. */
const TITLES: Readonly<Record<string, string>> = {
  'tickets itens.produto.itens_de_tickets': 'Tickets com um mesmo produto deste',
};

/** The count that a path names; undefined if it names none. */
export function countOf(entities: MapEntities, from: string, path: string): RuleCount | undefined {
  const [, way = '', number = ''] = COUNT.exec(path) ?? [];
  const dias = Number(number);
  const keys = way === '' ? [] : way.split('.');
  if (keys.length === 0 || keys.length > MAX_STEPS || dias > MOST_DAYS) return undefined;
  const steps: PathStep[] = [];
  for (const chave of keys) {
    const step = stepOf(entities, steps.at(-1)?.alvo ?? from, chave);
    if (!step) return undefined;
    steps.push(step);
  }
  const last = steps.at(-1);
  const counted = last && Object.hasOwn(entities, last.alvo) ? entities[last.alvo] : undefined;
  const [key] = counted?.chave ?? [];
  if (last?.tipo !== 'MUITOS' || !counted?.periodo || key === undefined) return undefined;
  if (steps.slice(1, -1).some(({ tipo }) => tipo === 'MUITOS')) return undefined;
  const named = TITLES[`${from} ${way}`] ?? steps.map(({ titulo }) => titulo).join(' › ');
  const titulo = `${named} (em ${formatCount(dias, 'dia', 'dias')})`;
  return { steps, counted, key, periodo: counted.periodo, dias, titulo };
}

/** The path of the key of what is counted, by which its use and its rights are known. */
export const countedPath = ({ steps, key }: RuleCount): string =>
  [...steps.map(({ chave }) => chave), key].join('.');

/** What is worth counting; a condition that is written may count more. */
const OFFERED: ReadonlySet<string> = new Set([
  ...['tickets', 'pedidos', 'atendimentos', 'agendas', 'mensagens', 'notas', 'titulos'],
]);
const DAYS = [7, 30, 90];

/** The paths of the counts that a condition over an entity is offered: of its own, and of its customer's. */
export function countPaths(entities: MapEntities, from: string): string[] {
  const counted = (key: string) =>
    stepsFrom(entities, key)
      .filter(({ tipo, alvo }) => tipo === 'MUITOS' && (OFFERED.has(alvo) || alvo.startsWith(OWN_ENTITY)))
      .map(({ chave }) => chave);
  const customer = stepsFrom(entities, from).find(({ tipo, alvo }) => tipo === 'UM' && alvo === 'clientes');
  const named = Object.keys(TITLES).flatMap((title) => {
    const [entity, way = ''] = title.split(' ');
    return entity === from ? [way] : [];
  });
  const ways = [
    ...named,
    ...counted(from),
    ...(customer ? counted('clientes').map((key) => `${customer.chave}.${key}`) : []),
  ];
  return ways.flatMap((way) => DAYS.map((dias) => `${way}.vezes_${dias}`));
}
