import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The account that runs the server when the console runs as root, since PostgreSQL refuses root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The location of a cluster. */
export interface Home {
  readonly folder: string;
  readonly data: string;
  readonly socket: string;
  readonly account?: Account;
}

const MARKER = 'balcao.json';
const POINTER = 'postgres.json';
/** A socket path may have 107 characters on Linux and 103 on macOS, including the socket's own name. */
const SOCKET_LIMIT = 103 - '/.s.PGSQL.5432'.length;

/**
 * Returns the home of the cluster that belongs to `dataDir`, creating it if there is none.
 *
 * It is `dataDir/postgres`. Only when the console runs as root and `dataDir` is below a folder that others cannot enter (such
 * as /root) it is a system folder of its own, recorded in `dataDir/postgres.json`. A folder that is not Balcão's is refused,
 * never overwritten.
 */
export function openHome(dataDir: string): Home {
  mkdirSync(dataDir, { recursive: true });
  const account = process.getuid?.() === 0 ? nobody() : undefined;
  const folder = pointedFolder(dataDir) ?? newFolder(realpathSync(dataDir), account);
  claim(folder, dataDir);
  const home = { folder, data: path.join(folder, 'data'), socket: socketFolder(folder), account };
  for (const each of [home.data, home.socket]) makePrivate(each, account);
  return home;
}

/** Where the files of the embedded database of `dataDir` are; creates nothing. */
export const embeddedData = (dataDir: string): string =>
  path.join(pointedFolder(dataDir) ?? path.join(dataDir, 'postgres'), 'data');

function pointedFolder(dataDir: string): string | undefined {
  const pointer = path.join(dataDir, POINTER);
  if (!existsSync(pointer)) return undefined;
  const { folder } = JSON.parse(readFileSync(pointer, 'utf8')) as { folder: string };
  if (existsSync(path.join(folder, MARKER))) return folder;
  throw new Error(
    `O banco de dados de ${dataDir} fica em ${folder}, que não existe mais. Restaure essa pasta, ou apague ${pointer} para começar com um banco vazio.`,
  );
}

function newFolder(dataDir: string, account: Account | undefined): string {
  const inside = path.join(dataDir, 'postgres');
  if (account === undefined || existsSync(path.join(inside, MARKER)) || othersMayEnter(dataDir))
    return inside;
  const folder = `/var/lib/balcao-${randomBytes(4).toString('hex')}`;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(path.join(dataDir, POINTER), JSON.stringify({ folder }));
  return folder;
}

const othersMayEnter = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 &&
  (folder === path.dirname(folder) || othersMayEnter(path.dirname(folder)));

/** Marks an empty folder as Balcão's; refuses one with other content. */
function claim(folder: string, dataDir: string): void {
  const marker = path.join(folder, MARKER);
  if (existsSync(marker)) return;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (readdirSync(folder).length > 0)
    throw new Error(
      `A pasta ${folder} não está vazia e não é do Balcão. Escolha outra pasta em DATA_DIR, ou mova o que está nela.`,
    );
  writeFileSync(marker, JSON.stringify({ product: 'balcao', dataDir }));
}

/** Beside the data or, if that path is too long for a socket, a short folder of this user. */
function socketFolder(folder: string): string {
  const beside = path.join(folder, 's');
  if (beside.length <= SOCKET_LIMIT) return beside;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return path.join(os.tmpdir().length < 40 ? os.tmpdir() : '/tmp', `balcao-${hash}`);
}

/** Only the server's account may enter. In a shared folder another user could have created it first, which is refused. */
export function makePrivate(folder: string, account: Account | undefined): void {
  const owner = account?.uid ?? process.getuid?.();
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0)
    throw new Error(
      `A pasta ${folder} pertence a outro usuário do sistema ou está aberta a outros. Inicie o Balcão com o mesmo usuário de antes, ou corrija o dono e a permissão (700) da pasta.`,
    );
}

function nobody(): Account {
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .match(/^nobody:.*/m)?.[0]
      ?.split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}
