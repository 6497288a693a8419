const { pathToFileURL } = require('node:url');

/** After the last suite, stops the shared PostgreSQL unless another run still uses it. */
module.exports = async () => {
  // Jest loads this file without its transforms.
  const { tsImport } = await import('tsx/esm/api');
  const { stopTestServer } = await tsImport('./database/database.ts', pathToFileURL(__filename).href);
  await stopTestServer();
};
