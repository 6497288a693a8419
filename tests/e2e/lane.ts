import { once } from 'node:events';
import { startConsole } from './support/console.ts';
import { walk } from './support/lanes/outcome.ts';

// One lane of `npm run e2e`: its own console, running the journeys of one file after the other as they are assigned to it.
const server = await startConsole();
process.env.E2E_URL = server.url;
process.env.E2E_SCHEMAS = server.schemas;
let reported: FileReport | 'ready' = 'ready';
for (;;) {
  const answered = once(process, 'message');
  process.send?.(reported);
  const [{ file }] = (await answered) as [{ file?: string }];
  if (!file) break;
  try {
    const { journeys, broken } = await walk(file);
    reported = { journeys: [...journeys], broken: [...broken] };
  } catch (error) {
    // Journeys that still run would disturb the next ones, so another lane takes those.
    console.error(error);
    await server.stop();
    process.exit(1);
  }
}
await server.stop();
process.disconnect();

/** An outcome in the form in which it is sent between processes. */
export interface FileReport {
  journeys: [name: string, passed: boolean][];
  broken: string[];
}
