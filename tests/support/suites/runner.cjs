const hooks = require('node:async_hooks');
const { existsSync, linkSync, mkdirSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { jestExpect } = require('@jest/expect');
const { deepCyclicCopy } = require('jest-util');

/** Jest's own test framework; its state is created again for each suite. */
const CIRCUS = path.join(path.dirname(require.resolve('jest-circus/runner')), 'jestAdapterInit.js');
const OF_A_SUITE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL'];

/** The same sources get the same cases in CI, so that what passed passes again; without a seed every run tries others. */
const seed = process.env.PROPERTY_SEED;

let runs = 0;

/** One for all suites: each of them that has ever held something is asked at every promise of the worker. */
const kept = new hooks.AsyncLocalStorage();

/**
 * Jest's `testRunner`: runs a suite's bundle with the worker's own `import`, so that the suites of a worker share what they
 * load. Jest would load about a thousand modules again for each suite, and run each of them uncompiled.
 */
module.exports = async function runSuite(
  globalConfig,
  config,
  environment,
  runtime,
  testPath,
  sendMessageToJest,
) {
  if (seed) (await import('fast-check')).configureGlobal({ seed: Number(seed) });
  const circus = freshCircus();
  await circus.initialize({
    config,
    environment,
    globalConfig,
    localRequire: require,
    parentProcess: process,
    runtime,
    sendMessageToJest,
    setGlobalsForRuntime(globals) {
      globalThis[Symbol.for('balcao.suite')] = { ...globals, environment };
    },
    testPath,
  });
  // No snapshots are written here, so a test that uses one must fail.
  jestExpect.setState({ snapshotState: undefined });
  runs += 1;
  const setupAfterEnvStart = Date.now();
  for (const file of config.setupFilesAfterEnv) (await importBundle(config, file)).setUp();
  const setupAfterEnvEnd = Date.now();
  await importBundle(config, testPath);
  const result = await circus.runAndTransformResultsToJestFormat({
    config,
    globalConfig,
    setupAfterEnvPerfStats: { setupAfterEnvStart, setupAfterEnvEnd },
    testPath,
  });
  return deepCyclicCopy(result, { keepPrototype: false });
};

/** With nothing of the suite before, but for its storage, which is no larger for another suite. */
function freshCircus() {
  delete require.cache[CIRCUS];
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (OF_A_SUITE.includes(symbol.description)) delete globalThis[symbol];
  const { AsyncLocalStorage } = hooks;
  hooks.AsyncLocalStorage = class {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: the one of the worker in the place of a new one
      return kept;
    }
  };
  const circus = require(CIRCUS);
  hooks.AsyncLocalStorage = AsyncLocalStorage;
  return circus;
}

async function importBundle({ rootDir, displayName }, file) {
  const folder = path.join(process.env.BUNDLED_SUITES, displayName.name);
  const bundles = existsSync(path.join(folder, 'own')) ? copyFor(folder) : folder;
  const name = path.relative(rootDir, file).replace(/\.tsx?$/, '.mjs');
  return import(`${pathToFileURL(path.join(bundles, name))}?run=${runs}`);
}

/** Copies our own code to a name that Node has not loaded yet, for the running suite; packages stay where they are. */
function copyFor(folder) {
  const copy = path.join(folder, `run-${process.pid}-${runs}`);
  if (!existsSync(copy)) linkAll(path.join(folder, 'own'), copy);
  return copy;
}

function linkAll(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (!entry.name.endsWith('.map')) linkSync(source, target);
  }
}
