const common = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': '<rootDir>/tests/support/bundle/transform.mjs' },
  moduleNameMapper: { '\\.(css|svg|png|woff2)$': '<rootDir>/tests/support/assetStub.ts' },
};

export default {
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/tests/contract/**/*.test.ts',
        '<rootDir>/tests/schemas/**/*.test.ts',
        '<rootDir>/tests/server/**/*.test.ts',
      ],
    },
    {
      ...common,
      displayName: 'ui',
      testEnvironment: '<rootDir>/tests/support/jsdomEnvironment.cjs',
      testMatch: ['<rootDir>/tests/src/**/*.test.ts', '<rootDir>/tests/src/**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/uiSetup.ts'],
      moduleNameMapper: {
        ...common.moduleNameMapper,
        '^@testing-library/user-event$': '<rootDir>/tests/support/userEvent.ts',
      },
    },
  ],
  maxWorkers: '100%',
  testSequencer: '<rootDir>/tests/support/slowestFirst.cjs',
  // Modules of a finished suite are never let go: near the limit of its heap a worker only collects garbage.
  workerIdleMemoryLimit: '1GB',
  // A machine under load compiles a large schema within a minute, not within the usual five seconds.
  testTimeout: 120_000,
  globalSetup: '<rootDir>/tests/support/bundle/bundle.mjs',
  globalTeardown: '<rootDir>/tests/support/stopDatabase.cjs',
};
