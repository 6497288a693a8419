import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDataFolder, startPrimary } from '#tests/support/database/outsidePostgres.ts';
import { freePort } from '#tests/support/servers/freePort.ts';

// `npm run image`: executes the Dockerfile where there is no container engine (Linux, as root): its stages in clean folders,
// then the console as its user in a separate read-only root, without capabilities, next to an external PostgreSQL. It does
// not cover what only an engine does (layers, the base image, the container network).

const ROOT = path.resolve(import.meta.dirname, '..');
/** User id in the base image. */
const NODE_USER = 1000;
const MAX_MB = 300;

interface Instruction {
  name: string;
  rest: string;
}

/** Joins continued lines and skips comments. */
export const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      return name && rest ? [{ name, rest }] : [];
    });

/** Each stage begins with its FROM. */
function stagesOf(all: readonly Instruction[]): Instruction[][] {
  const starts = all.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []));
  return starts.map((start, index) => all.slice(start + 1, starts[index + 1]));
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const megabytes = (folder: string) =>
  Math.round(Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]) / 1e6);

/** What `COPY . .` sees: the committed files, except those excluded by .dockerignore. */
function createBuildContext(folder: string): void {
  mkdirSync(folder);
  execFileSync('/bin/sh', ['-c', `git -C "${ROOT}" archive HEAD | tar -x -C "${folder}"`]);
  for (const name of readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean))
    rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** One stage with its root in a folder. `run` executes a RUN. */
interface Stage {
  root: string;
  from: (stage: string | undefined) => string;
  run: (command: string, workdir: string) => void;
}

interface Built {
  env: Record<string, string>;
  workdir: string;
  health: string[];
  command: string[];
}

function build(instructions: readonly Instruction[], { root, from, run }: Stage): Built {
  const built: Built = { env: {}, workdir: '/', health: [], command: [] };
  const inside = (name: string) => path.join(root, path.resolve(built.workdir, name));
  for (const { name, rest } of instructions) {
    const began = Date.now();
    if (name === 'WORKDIR') {
      built.workdir = rest;
      mkdirSync(inside('.'), { recursive: true });
    } else if (name === 'ENV')
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) built.env[key] = value;
    else if (name === 'COPY') copy(rest, from, inside);
    else if (name === 'RUN') run(rest, built.workdir);
    else if (name === 'HEALTHCHECK') built.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
    else if (name === 'CMD') built.command = JSON.parse(rest) as string[];
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(name)) throw new Error(`nobody tries ${name} here`);
    say(`${name} ${rest.slice(0, 90)} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  }
  return built;
}

function copy(rest: string, from: Stage['from'], inside: (name: string) => string): void {
  const [, stage, names = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest) ?? [];
  const all = names.split(/\s+/);
  const target = all.pop() ?? '';
  for (const source of all) {
    const to = target.endsWith('/') ? path.join(inside(target), path.basename(source)) : inside(target);
    mkdirSync(path.dirname(to), { recursive: true });
    // Copies the contents of a folder, as COPY does.
    execFileSync('cp', ['-aT', path.join(from(stage), source), to]);
  }
}

/** The machine's programs as in a base image, with a user `node` and none of the machine's data. */
function createBaseRoot(root: string, node: string): void {
  for (const folder of ['etc', 'proc', 'dev', 'tmp', 'opt'])
    mkdirSync(path.join(root, folder), { recursive: true });
  copyFileSync(node, path.join(root, 'opt/node'));
  writeFileSync(
    path.join(root, 'etc/passwd'),
    `root:x:0:0::/:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/:/bin/sh\n`,
  );
  writeFileSync(path.join(root, 'etc/group'), `root:x:0:\nnode:x:${NODE_USER}:\n`);
  copyFileSync('/etc/hosts', path.join(root, 'etc/hosts'));
  for (const name of PROGRAMS) {
    const own = path.join(root, name);
    if (existsSync(own)) continue;
    if (lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), own);
    else mkdirSync(own);
  }
}
const PROGRAMS = ['usr', 'bin', 'lib', 'lib64', 'sbin'].filter((name) => existsSync(`/${name}`));

/** Runs in a separate mount namespace that is invisible to the rest of the machine. */
const entered = (root: string, extra: string, command: string) => `set -e
mount --make-rprivate /
mount --bind "${root}" "${root}"
for each in ${PROGRAMS.join(' ')}; do [ -L "${root}/$each" ] || mount --bind -o ro "/$each" "${root}/$each"; done
mount --rbind /proc "${root}/proc"
mount --rbind /dev "${root}/dev"
${extra}
exec chroot "${root}" /bin/sh -c '${command}'`;

function runIn(root: string) {
  return (command: string, workdir: string) => {
    const script = entered(root, '', `cd ${workdir} && ${command}`);
    execFileSync('unshare', ['-m', '/bin/sh', '-c', script], { stdio: 'inherit' });
  };
}

const PATH = '/opt:/usr/bin:/usr/sbin:/bin:/sbin';

/** Runs it like compose.yaml: `read_only`, an in-memory /tmp, no capabilities, no new privileges. */
function start(root: string, { env, workdir, command }: Built): ChildProcess {
  const readOnly = `mount -t tmpfs tmpfs "${root}/tmp"
mount --bind "${root}/dados" "${root}/dados"
mount -o remount,ro,bind "${root}"`;
  return spawn('unshare', ['-m', '/bin/sh', '-c', entered(root, readOnly, asUser(workdir, command))], {
    env: { ...env, PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

const asUser = (workdir: string, command: readonly string[]) =>
  `cd ${workdir} && exec setpriv --reuid=${NODE_USER} --regid=${NODE_USER} --clear-groups --no-new-privs --bounding-set=-all ${command.join(' ')}`;

/** A command run by the user next to the console, in the same namespace. */
function runInSameRoot(
  child: ChildProcess,
  root: string,
  { env, workdir }: Built,
  command: readonly string[],
) {
  const [program = '', ...given] = command;
  const user = [
    'setpriv',
    `--reuid=${NODE_USER}`,
    `--regid=${NODE_USER}`,
    '--clear-groups',
    program,
    ...given,
  ];
  return spawnSync(
    'nsenter',
    [
      `--mount=/proc/${child.pid}/ns/mnt`,
      'chroot',
      root,
      '/bin/sh',
      '-c',
      `cd ${workdir} && exec "$0" "$@"`,
      ...user,
    ],
    { env: { ...env, PATH }, encoding: 'utf8' },
  );
}

function demand(what: string, holds: boolean): void {
  say(`${holds ? 'sim' : 'NÃO'}: ${what}`);
  if (!holds) process.exitCode = 1;
}

interface Folders {
  context: string;
  first: string;
  node: string;
}

function buildFirst(instructions: readonly Instruction[], { context, first, node }: Folders): void {
  createBuildContext(context);
  mkdirSync(first);
  const env = { ...process.env, PATH: `${path.dirname(node)}:${process.env.PATH}` };
  build(instructions, {
    root: first,
    from: () => context,
    run: (command, workdir) =>
      void execFileSync('/bin/sh', ['-ec', command], {
        cwd: path.join(first, workdir),
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
  });
}

async function prove(node: string, already?: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-imagem-'));
  chmodSync(folder, 0o755);
  const [context, first, root] = ['contexto', 'construcao', 'raiz'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  const place = createDataFolder();
  try {
    const [building = [], running = []] = stagesOf(
      instructionsOf(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')),
    );
    if (!already) buildFirst(building, { context, first, node });
    mkdirSync(root, { mode: 0o755 });
    createBaseRoot(root, node);
    const built = build(running, { root, from: () => already ?? first, run: runIn(root) });
    await tryOut(root, built, place);
  } finally {
    place.clear();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryOut(root: string, built: Built, place: ReturnType<typeof createDataFolder>): Promise<void> {
  const [packages, all] = ['node_modules', '.'].map((name) =>
    megabytes(path.join(root, built.workdir, name)),
  );
  demand(`o que se instala tem ${all} MB (pacotes: ${packages}), menos de ${MAX_MB}`, (all ?? 0) < MAX_MB);
  const database = await startPrimary(place);
  const port = String(await freePort());
  const settled = { ...built, env: { ...built.env, PORT: port, DATABASE_URL: database.url } };
  const began = Date.now();
  const child = start(root, settled);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const healthy = () => runInSameRoot(child, root, settled, built.health).status === 0;
  while (!healthy() && Date.now() - began < 60_000 && child.exitCode === null) await pause(500);
  demand(
    `a verificação de saúde responde (${((Date.now() - began) / 1000).toFixed(1)} s depois do início)`,
    healthy(),
  );
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  demand(
    'roda sem ser root e sem poderes',
    /^Uid:\s+1000\s+1000/m.test(status) && /^CapEff:\s+0+$/m.test(status),
  );
  const writes = (name: string) => runInSameRoot(child, root, settled, ['touch', name]).status === 0;
  demand(
    'a raiz é só de leitura; /tmp e /dados não',
    !writes('/balcao/x') && !writes('/x') && writes('/tmp/x') && writes('/dados/x'),
  );
  const page = await fetch(`http://127.0.0.1:${port}/login`).then((answer) => answer.text());
  demand('o console é servido', page.includes('<div id="root"') && page.includes('/assets/'));
  child.kill('SIGTERM');
  demand('SIGTERM o encerra em ordem', (await ended) === 0);
  await database.kill();
}

if (process.argv[1] === import.meta.filename) {
  const options = {
    node: { type: 'string', default: process.execPath },
    /** A root in which the first stage is already built, to try only the second. */
    built: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  say(`Node ${execFileSync(values.node, ['-v'], { encoding: 'utf8' }).trim()}`);
  await prove(values.node, values.built);
}
