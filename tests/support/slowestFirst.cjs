const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The slowest suites, roughly in order. Jest remembers how long each took, but in a fresh clone it uses the file size, and
 * one worker would be left alone with a long suite at the end.
 */
const SLOWEST = [
  'server/feed/erpNight.test.ts',
  'server/start/main.test.ts',
  'server/permissions.test.ts',
  'server/records/everyType.test.ts',
  'schemas/parity.test.ts',
  'server/db/seed/seed.test.ts',
  'server/db/grown.test.ts',
  'server/db/embedded.test.ts',
  'server/demonstration.test.ts',
  'server/chaos.test.ts',
  'server/security/everyRoute.test.ts',
  'server/security/personal/personalData.test.ts',
  'server/records/import/exportedAgain.test.ts',
  'server/backup/refused.test.ts',
  'server/backup/backup.test.ts',
  'server/sac/tickets/list/skewedLists.test.ts',
  'server/records/import/customerImport.test.ts',
  'server/clockSteps.test.ts',
  'server/hostile/everyWayIn.test.ts',
  'server/callcenter/agendas/automationRun.test.ts',
  'server/sac/tickets/bulk.test.ts',
  'schemas/schemasCheck.test.ts',
  'server/sac/tickets/list/plans.test.ts',
  'server/session/secondFactor.test.ts',
  'server/config/installation.test.ts',
  'server/records/custom/customTypePlans.test.ts',
  'server/records/custom/customTypeAtWork.test.ts',
  'server/feed/longPolls.test.ts',
  'server/plugins/admission.test.ts',
  'server/sac/inbox/mailServers.test.ts',
  'server/session/account/newAccount.test.ts',
  'server/backup/upgrade.test.ts',
  'server/feed/feed.test.ts',
  'server/sac/tickets/moves/moveModel.test.ts',
  'src/custom/customerPanel/customerPanel.test.tsx',
  'src/resources/admin.test.tsx',
  'src/ui/components/typedGate.test.tsx',
  'src/resources/homeContentAndBoards.test.tsx',
  'src/custom/quoteEditor/quoteEditor.test.tsx',
  'src/custom/registration/registration.test.tsx',
  'src/custom/schemaStudio/studioEditor.test.tsx',
  'src/custom/ticketWizard/returnWithPhoto.test.tsx',
  'src/resources/tickets/conversation.test.tsx',
  'src/resources/tickets/ticketList.test.tsx',
  'src/custom/schemaStudio/reportEditor.test.tsx',
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
