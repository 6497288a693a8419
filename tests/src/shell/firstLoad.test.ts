import { expect, it } from '@jest/globals';
import { packagesOf } from '../../support/packagesOf.ts';

/** The screens from an empty cache to the list of tickets. */
const FIRST = [
  'src/main.tsx',
  'src/custom/session/LoginPage.tsx',
  'src/custom/dashboardPage/HomePage.tsx',
  'src/resources/tickets/TicketList.tsx',
];

/**
 * Each of these is downloaded before somebody sees the list (docs/domain.md 17: at most 300 KiB). What one screen needs is imported
 * there, or with `import()` where a part of a screen needs it: react-hook-form alone would add 13 KiB (docs/benchmarks.md).
 */
it('the first screens load these packages and no others', () => {
  expect(packagesOf(FIRST)).toEqual([
    '@emotion/cache',
    '@emotion/react',
    '@mui/icons-material',
    '@mui/material',
    '@mui/utils',
    '@sinclair/typebox',
    '@tanstack/react-query',
    'ra-core',
    'react',
    'react-dom',
    'react-router-dom',
  ]);
});
