import { buildConsole } from './buildConsole.ts';

/** `npm start`: builds the console when its sources changed, then runs the server in this process. */
process.env.NODE_ENV ??= 'production';
buildConsole();
const { main } = await import('../server/main.ts');
await main();
