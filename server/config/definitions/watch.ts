import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DEFINITION_KINDS } from '../../../contract/rules/definitions/definition.ts';
import type { Deps } from '../../context.ts';
import { loadDefinitions } from './load.ts';
import { schemasFolder } from './metaSchema.ts';

/** A change is seen within this time; the promise is five seconds. */
const EVERY = 2_000;

/**
 * Looks at the folder of definitions and takes what changed. It asks for names, sizes and times instead of listening
 * to the file system: that also works on network drives and in containers, and costs a few milliseconds.
 */
export function watchDefinitions(
  deps: Pick<Deps, 'db' | 'pool' | 'settings' | 'now'>,
  log: { info(details: object, text: string): void; warn(details: object, text: string): void },
  every = EVERY,
): { stop(): Promise<void> } {
  const folder = deps.settings.schemasDir ?? schemasFolder;
  let seen: string | null = null;
  let round = Promise.resolve();
  let ended = false;
  const look = async () => {
    const now = await fingerprint(folder);
    if (now === seen || ended) return;
    const { added, broken } = await loadDefinitions(deps.db, folder, { ...deps, user: null });
    seen = now;
    if (added.length > 0) log.info({ added }, 'definitions taken');
    for (const one of broken) log.warn(one, 'definition refused');
  };
  const turn = () => {
    round = round.then(look).catch((err: unknown) => log.warn({ err }, 'definitions not read'));
  };
  turn();
  const timer = setInterval(turn, every);
  timer.unref();
  return {
    stop: async () => {
      ended = true;
      clearInterval(timer);
      await round;
    },
  };
}

async function fingerprint(folder: string): Promise<string> {
  const lists = await Promise.all(
    DEFINITION_KINDS.map(async (kind) => {
      const own = path.join(folder, kind);
      const names = (await readdir(own).catch(() => [])).sort();
      return Promise.all(
        names.map(async (name) => {
          const facts = await stat(path.join(own, name)).catch(() => null);
          return `${kind}/${name} ${facts?.mtimeMs} ${facts?.size}`;
        }),
      );
    }),
  );
  return lists.flat().join('\n');
}
