import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Deps } from '../../context.ts';
import { namesBelow } from './folder.ts';
import { loadDefinitions } from './load.ts';
import { schemasFolder } from './metaSchema.ts';

/** Changes are noticed within this time; the documented limit is five seconds. */
const SCAN_INTERVAL = 2_000;
/** Longest wait between attempts after failures, in milliseconds. */
const MAX_WAIT = 300_000;

/**
 * Watches the folder of definitions and loads changes. It polls names, sizes and times instead of using file system events,
 * because that also works on network drives and in containers and costs only a few milliseconds.
 */
export function watchDefinitions(
  deps: Pick<Deps, 'db' | 'pool' | 'settings' | 'now'>,
  log: { info(details: object, text: string): void; warn(details: object, text: string): void },
  every = SCAN_INTERVAL,
): { stop(): Promise<void> } {
  const folder = deps.settings.schemasDir ?? schemasFolder;
  const stopped = new AbortController();
  let seen: string | null = null;
  let round: Promise<void> | undefined;
  let waits = 0;
  let notBefore = 0;
  const look = async () => {
    const now = await fingerprint(folder);
    if (now === seen || stopped.signal.aborted) return;
    const validator = { ...deps, user: null, signal: stopped.signal };
    const { added, broken, postponed } = await loadDefinitions(deps.db, folder, validator);
    // Files left unchecked because the server is stopping are checked at its next start.
    if (stopped.signal.aborted) return;
    if (added.length > 0) log.info({ added }, 'definitions taken');
    for (const one of broken) log.warn(one, 'definition refused');
    for (const { file, error: err } of postponed) log.warn({ file, err }, 'definition not validated');
    if (postponed.length > 0) throw new Error('some definitions could not be validated');
    log.info({ folder }, 'definitions validated');
    // What changed while the files were read may have been read or not, so the next round reads again.
    seen = (await fingerprint(folder)) === now ? now : null;
    waits = 0;
  };
  /** The wait grows after each failure, so as not to add load to a busy database. */
  const later = (err: unknown) => {
    waits += 1;
    const wait = Math.min(every * 2 ** waits, MAX_WAIT);
    notBefore = Date.now() + wait;
    if (!stopped.signal.aborted) log.warn({ err, wait }, 'definitions not read');
  };
  const turn = () => {
    if (round || Date.now() < notBefore) return;
    round = look()
      .catch(later)
      .finally(() => {
        round = undefined;
      });
  };
  turn();
  const timer = setInterval(turn, every);
  timer.unref();
  return {
    stop: async () => {
      stopped.abort();
      clearInterval(timer);
      await round;
    },
  };
}

/** Of all that lies in the folders: a change of permissions alters neither the modification time nor the size. */
async function fingerprint(folder: string): Promise<string> {
  const lines = (await namesBelow(folder)).map(async (name) => {
    const facts = name.endsWith('/') ? null : await stat(path.join(folder, name)).catch(() => null);
    return `${name} ${facts?.mtimeMs} ${facts?.ctimeMs} ${facts?.size}`;
  });
  return (await Promise.all(lines)).join('\n');
}
