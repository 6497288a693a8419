import { fileURLToPath } from 'node:url';
import { supervise } from './start/supervisor.ts';

export { supervise } from './start/supervisor.ts';

/** Starts the console under supervision: the entry for systemd and containers. */
if (process.argv[1] === fileURLToPath(import.meta.url))
  await supervise({
    main: fileURLToPath(new URL('./main.js', import.meta.url)),
    say: (text) => process.stdout.write(`${text}\n`),
  });
