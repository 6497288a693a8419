const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The suites that take longest, roughly in that order. Jest remembers how long each took; a fresh clone remembers
 * nothing and goes by the size of a file, and one worker would be left alone with a long one at the end.
 */
const SLOWEST = [
  'schemas/parity.test.ts',
  'src/resources/ticketListWork.test.tsx',
  'src/studio/studioEditor.test.tsx',
  'src/resources/pickups.test.tsx',
  'server/security/everyRoute.test.ts',
  'server/permissions.test.ts',
  'src/components/typedGate.test.tsx',
  'server/records/imports.test.ts',
  'server/sac/tickets/stepsOfInvoices.test.ts',
  'server/seed.test.ts',
  'server/sac/tickets/bulk.test.ts',
  'server/sac/tickets/moveModel.test.ts',
  'server/callcenter/supervision.test.ts',
  'server/main.test.ts',
  'server/session/login.test.ts',
  'src/callcenter/contactTabs.test.tsx',
  'src/ticketWizard/consumerFinal.test.tsx',
  'src/callcenter/quoteByKeyboard.test.tsx',
  'server/embedded.test.ts',
  'src/callcenter/homeContentAndBoards.test.tsx',
  'src/dataProvider/reactAdmin.test.tsx',
  'src/admin/admin.test.tsx',
  'src/ticketWizard/returnWithPhoto.test.tsx',
  'server/hostile/everyWayIn.test.ts',
];

const place = ({ path }) => {
  const found = SLOWEST.findIndex((suite) => path.replaceAll('\\', '/').endsWith(`/tests/${suite}`));
  return found === -1 ? SLOWEST.length : found;
};

class SlowestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return sorted.some(({ duration }) => duration) ? sorted : sorted.toSorted((a, b) => place(a) - place(b));
  }
}

module.exports = SlowestFirst;
