import { startConsole } from './support/console.ts';
import { walk } from './support/outcome.ts';

// One lane of `npm run e2e`: a console of its own, and the journeys of the given files one after the other.
const server = await startConsole();
process.env.E2E_URL = server.url;
process.env.E2E_SCHEMAS = server.schemas;
const { journeys, broken } = await walk(process.argv.slice(2));
await server.stop();
process.send?.({ journeys: [...journeys], broken: [...broken] } satisfies LaneReport, () =>
  process.disconnect(),
);

/** An outcome as it passes between processes. */
export interface LaneReport {
  journeys: [name: string, passed: boolean][];
  broken: string[];
}
