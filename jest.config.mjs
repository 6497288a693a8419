import { availableParallelism } from 'node:os';

const common = {
  rootDir: import.meta.dirname,
  // Jest looks at every file of these.
  roots: ['<rootDir>/tests'],
  testRunner: '<rootDir>/tests/support/suites/runner.cjs',
  // Suites are bundled beforehand, and import what Jest gives them.
  transform: {},
  injectGlobals: false,
};

export default {
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: '<rootDir>/tests/support/suites/nodeEnvironment.cjs',
      testMatch: [
        '<rootDir>/tests/contract/**/*.test.ts',
        '<rootDir>/tests/schemas/**/*.test.ts',
        '<rootDir>/tests/server/**/*.test.ts',
      ],
    },
    {
      ...common,
      displayName: 'ui',
      testEnvironment: '<rootDir>/tests/support/suites/screenEnvironment.cjs',
      testMatch: ['<rootDir>/tests/src/**/*.test.ts', '<rootDir>/tests/src/**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/screens/uiSetup.ts'],
      // Workers of its own: a page stands among the globals of a worker, where a server expects none.
      runner: '<rootDir>/tests/support/suites/screenWorkers.cjs',
    },
  ],
  // A suite waits for a third of its time: for the database, for a screen.
  maxWorkers: Math.ceil(availableParallelism() * 1.5) + 1,
  testSequencer: '<rootDir>/tests/support/slowestFirst.cjs',
  // What suites of screens have loaded is never let go: near the limit of its heap a worker only collects garbage.
  workerIdleMemoryLimit: '1.5GB',
  // A machine under load compiles a large schema within a minute, not within the usual five seconds.
  testTimeout: 120_000,
  globalSetup: '<rootDir>/tests/support/suites/bundle.mjs',
  globalTeardown: '<rootDir>/tests/support/stopDatabase.cjs',
};
