import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../../support/sourceFiles.ts';

/** What leads to the one view of a conflict: the form, the record's page, or the panel of a ticket's changes. */
const LEADS = /useHeldForm|RecordForm|useConflict|useQuoteConflict|ConflictPanel|TicketConflict/;

/**
 * One click without a word of one's own. A refusal says who was faster, what is shown is read anew, and the next click
 * is judged by the newer version.
 */
const COMMANDS = [
  'src/custom/agendas/AgendaActions.tsx',
  'src/custom/agendas/AgendaActions.tsx',
  'src/ui/lists/views/ListViews.tsx',
  'src/custom/orders/OrderActions.tsx',
  'src/custom/orders/runAction.ts',
  'src/custom/quoteEditor/ChangeNotices.tsx',
  'src/resources/people/PersonCommands.tsx',
  'src/custom/recordImport/useImport.ts',
  'src/resources/receivedEmails/Decisions.tsx',
  'src/resources/reports/sets/SetDialog.tsx',
  'src/resources/retention/RuleDialogs.tsx',
  'src/resources/retention/RetentionRulePage.tsx',
  'src/resources/serviceKeys/KeyActions.tsx',
  'src/resources/webhooks/WebhookShow.tsx',
];

/** They keep what is typed and tell of the conflict in a way of their own, which their tests hold. */
const OWN = [
  // The view itself, and what it is reached by.
  'src/ui/conflict',
  'src/ui/editing/useRecordDraft.ts',
  // One person's own draft: the newest writing wins, or both stand side by side.
  'src/ui/drafts',
  // The text of a definition is compared by its own differences.
  'src/custom/schemaStudio',
  'src/resources/studio',
  // What others change of an open order is shown where it stands.
  'src/custom/orders/useOrder.ts',
  // A result for each row, each with its refusal.
  'src/resources/agendaCapacity/BalanceDialog.tsx',
  'src/resources/negotiations/decision.ts',
  // Choices of a list that others changed: what was chosen stays until how it stands now is asked for.
  'src/resources/records/FieldOwnersPage.tsx',
  // The verbs of react-admin, not forms: whoever calls them shows what they refuse.
  'src/dataProvider',
  // Two drafts of one reply stand side by side.
  'src/resources/tickets/history',
];

const sources = sourceFiles('src').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('every form that sends a version', () => {
  it('leads a conflict to the one view; what is no form is named here, with why', () => {
    const senders = sources.filter(({ text }) => /\bversao\b/.test(text) && sends(text));
    expect(senders.length).toBeGreaterThan(25);
    const astray = senders.filter(
      ({ path, text }) =>
        !LEADS.test(text) && !COMMANDS.includes(path) && !OWN.some((place) => path.startsWith(place)),
    );
    expect(astray.map(({ path }) => path)).toEqual([]);
  });
});

/** A body or query with a version in it. */
const sends = (text: string): boolean =>
  /(body|query): [^;]*?\bversao\b|\{[^{}]*\bversao: \w+\.versao/.test(text);
