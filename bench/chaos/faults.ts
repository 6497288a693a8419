import { setTimeout as pause } from 'node:timers/promises';
import type { Node, TestCluster } from './stage.ts';

export interface Fault {
  name: string;
  says: string;
  /** Runs from the start of the fault to its end; `node` is one of the two, chosen at random. */
  inject: (stage: TestCluster, node: Node) => Promise<unknown>;
  /** What this machine lacks to run the fault. */
  lacks?: (stage: TestCluster) => string | null;
}

/** Duration of faults that do not end on their own, in milliseconds. */
const FAULT_DURATION = 4_000;

/** Begins a fault and ends it after a while. */
const lasting =
  (begin: (stage: TestCluster, node: Node) => unknown, end: (stage: TestCluster, node: Node) => unknown) =>
  async (stage: TestCluster, node: Node) => {
    await begin(stage, node);
    await pause(FAULT_DURATION);
    await end(stage, node);
  };

async function moveClock(node: Node, by: number): Promise<void> {
  for (const off of [by, 0, -by, 0]) {
    node.clock(off);
    await pause(FAULT_DURATION / 4);
  }
}

const wires = ({ nodes }: TestCluster) => nodes.map(({ wire }) => wire);

export const FAULTS: readonly Fault[] = [
  { name: 'none', says: 'nada (para comparar)', inject: () => pause(FAULT_DURATION) },
  { name: 'node', says: 'kill -9 de um console', inject: async (_, node) => node.kill() },
  {
    name: 'nodes',
    says: 'kill -9 dos dois consoles',
    inject: async ({ nodes }) => nodes.forEach((each) => void each.kill()),
  },
  {
    name: 'stopped',
    says: 'um console parado (SIGSTOP) por 4 s',
    inject: lasting(
      (_, node) => node.signal('SIGSTOP'),
      (_, node) => node.signal('SIGCONT'),
    ),
  },
  {
    name: 'upgrade',
    says: 'um console termina (SIGTERM)',
    inject: async (_, node) => node.signal('SIGTERM'),
  },
  { name: 'postmaster', says: 'kill -9 do PostgreSQL', inject: ({ postgres }) => postgres().crash() },
  {
    name: 'backend',
    says: 'kill -9 de um processo do PostgreSQL',
    inject: async ({ postgres }) => {
      const [busy] = await postgres().administer<{ pid: number }>(
        `select pid from pg_stat_activity where application_name ~ '^balcao [0-9a-f]+$'
         order by state = 'active' desc, random() limit 1`,
      );
      if (busy) process.kill(busy.pid, 'SIGKILL');
    },
  },
  { name: 'proxy', says: 'kill -9 do proxy', inject: async ({ killProxy }) => killProxy() },
  {
    name: 'cut',
    says: 'conexões de um console com o banco cortadas por 4 s',
    inject: lasting(
      (_, { wire }) => wire.weather('reset'),
      (_, { wire }) => wire.weather('through'),
    ),
  },
  {
    name: 'silent',
    says: 'um console sem resposta do banco por 4 s',
    inject: lasting(
      (_, { wire }) => wire.weather('silent'),
      (_, { wire }) => wire.weather('through'),
    ),
  },
  {
    name: 'silence',
    says: 'os dois consoles sem resposta do banco por 4 s',
    inject: lasting(
      (stage) => wires(stage).forEach((wire) => void wire.weather('silent')),
      (stage) => wires(stage).forEach((wire) => void wire.weather('through')),
    ),
  },
  {
    name: 'slow',
    says: 'rede de um console com o banco 2 s atrasada',
    inject: lasting(
      (_, { wire }) => wire.weather('slow'),
      (_, { wire }) => wire.weather('through'),
    ),
  },
  {
    name: 'slowDisk',
    says: 'disco lento: 0,1 s por gravação, e parado por 1,5 s duas vezes',
    inject: async ({ postgres }) => {
      const set = async (text: string) => {
        for (const each of text.split(';')) await postgres().administer(each);
        await postgres().administer('select pg_reload_conf()');
      };
      await set('alter system set commit_delay = 100000;alter system set commit_siblings = 0');
      for (let turn = 0; turn < 2; turn += 1) {
        await pause(1_000);
        postgres().freeze();
        await pause(1_500);
        postgres().thaw();
      }
      await set('alter system reset commit_delay;alter system reset commit_siblings');
    },
  },
  {
    name: 'fullDisk',
    says: 'disco do banco cheio por 4 s',
    lacks: ({ disk }) => (disk ? null : 'só como root: um sistema de arquivos em memória'),
    inject: lasting(
      ({ disk }) => disk?.fill(),
      ({ disk }) => disk?.free(),
    ),
  },
  {
    name: 'fullFolder',
    says: 'disco dos arquivos de um console cheio por 4 s',
    lacks: ({ disk }) => (disk ? null : 'só como root: um sistema de arquivos em memória'),
    inject: lasting(
      (_, { disk }) => disk?.fill(),
      (_, { disk }) => disk?.free(),
    ),
  },
  {
    name: 'clock',
    says: 'relógio de um console 90 s adiante, de volta, 90 s atrás, de volta',
    inject: (_, node) => moveClock(node, 90_000),
  },
  {
    name: 'clockFar',
    says: 'o mesmo, por 2 h',
    inject: (_, node) => moveClock(node, 7_200_000),
  },
];
