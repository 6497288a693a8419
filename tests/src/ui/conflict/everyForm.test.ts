import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '#tests/support/sourceFiles.ts';

/** What leads to the single conflict view: the form, the record's page, or the panel of a ticket's changes. */
const LEADS =
  /CommandDialog|useHeldForm|RecordForm|useConflict|useQuoteConflict|ConflictPanel|TicketConflict/;

/**
 * Single-click commands without input. A refusal says who was faster, the data is fetched again, and the next click uses the
 * newer version.
 */
const COMMANDS = [
  'src/custom/dashboardPage/WallsDialog.tsx',
  'src/resources/agendas/shared/AgendaActions.tsx',
  'src/resources/agendas/shared/outcome/useOutcomes.ts',
  'src/resources/customers/shared/merge/MergeCustomersDialog.tsx',
  'src/ui/lists/views/ListViews.tsx',
  'src/resources/orders/shared/OrderActions.tsx',
  'src/resources/orders/shared/runAction.ts',
  'src/custom/quoteEditor/ChangeNotices.tsx',
  'src/custom/quoteEditor/OfferChangesBox.tsx',
  'src/resources/people/PersonCommands.tsx',
  'src/resources/productWaits/ProductWaitsPage.tsx',
  'src/resources/records/shared/import/importFlow.ts',
  'src/resources/retention/RuleParts.tsx',
  'src/resources/retention/RetentionRulePage.tsx',
  'src/resources/serviceKeys/KeyActions.tsx',
  'src/resources/tickets/merge/MergeDialog.tsx',
  'src/resources/tickets/moves/MacroDialog.tsx',
  'src/resources/tickets/moves/useArchiving.ts',
  'src/resources/tickets/shared/useTicketUndo.ts',
  'src/resources/tickets/snooze/SnoozedBanner.tsx',
  'src/resources/webhooks/WebhookShow.tsx',
  'src/shell/incomingCall/CallOutcomes.tsx',
];

/** These keep the input and report the conflict in their own way, which their tests cover. */
const OWN = [
  // The view itself, and its entry points.
  'src/ui/conflict',
  'src/ui/editing/useRecordDraft.ts',
  // A person's own draft: the latest write wins, or both are shown side by side.
  'src/ui/drafts',
  // The text of a definition is compared with its own diff.
  'src/custom/schemaStudio',
  // A pasted list stays, and the next click adds to the quote as others left it.
  'src/custom/quoteEditor/paste/PasteDialog.tsx',
  // Others' changes to an open order are shown in place.
  'src/resources/orders/shared/useOrder.ts',
  'src/resources/orders/shared/orderNews.ts',
  // Adds lines, which contradict nothing: what others changed is read, and they are added to that.
  'src/custom/quoteEditor/paste',
  // A result per row, each with its own error.
  'src/resources/agendas/capacity/BalanceDialog.tsx',
  'src/resources/negotiations/DecisionDialog.tsx',
  // Choices in a list that others have changed: the selection stays until the current state is requested.
  'src/resources/records/FieldOwnersPage.tsx',
  // The verbs of react-admin, not forms; their callers show the errors.
  'src/dataProvider',
  // A person's own import: the typed cells stay, and the next click uses the import as it is by then.
  'src/resources/records/shared/import/CorrectLineDialog.tsx',
  // Two drafts of one reply are shown side by side.
  'src/resources/tickets/history',
];

const sources = sourceFiles('src').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('every form that sends a version', () => {
  it('uses the conflict view; other senders are listed here with the reason', () => {
    const senders = sources.filter(({ text }) => /\bversao\b/.test(text) && sends(text));
    expect(senders.length).toBeGreaterThan(25);
    const astray = senders.filter(
      ({ path, text }) =>
        !LEADS.test(text) && !COMMANDS.includes(path) && !OWN.some((place) => path.startsWith(place)),
    );
    expect(astray.map(({ path }) => path)).toEqual([]);
  });
});

/** A body or query that contains a version. */
const sends = (text: string): boolean =>
  /(body|query): [^;]*?\bversao\b|\{[^{}]*\bversao: \w+\.versao/.test(text);

/** Their fields are refused by the rules of a step, most of them when they are empty. */
const STEPS = [
  'src/resources/tickets/steps',
  'src/resources/tickets/moves',
  'src/resources/tickets/shared/items',
  'src/custom/ticketWizard',
];
/** A refused field that may be empty: 'CountField' has no empty state, since none of a kind is a count too. */
const MAY_BE_EMPTY = ['CountField', 'ReturnQuantityField'];

describe('every field of a step that can be refused', () => {
  it('says whether it is required', () => {
    const fields = sources
      .filter(({ path }) => STEPS.some((folder) => path.startsWith(folder)))
      .flatMap(({ path, text }) => refusable(text).map(({ name, tag }) => ({ path, name, tag })));
    expect(fields.length).toBeGreaterThan(25);
    const silent = fields.filter(
      ({ name, tag }) => !/\brequired\b/.test(tag) && !MAY_BE_EMPTY.includes(name),
    );
    expect(silent.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});

/** The opening tags of inputs that show a refusal. */
function refusable(text: string): { name: string; tag: string }[] {
  // The first three are parts of these files, whose own inputs are looked at.
  const starts = text.matchAll(
    /<(?!TypeField|PartyField|AccessKeyField)(\w*Field|\w*Files|FilePicker|\w*Select|FormControl)\b/g,
  );
  return [...starts].flatMap(({ index, 1: name = '' }) => {
    const tag = openingTag(text.slice(index));
    return /\b(error|invalid)=/.test(tag) ? [{ name, tag }] : [];
  });
}

/** Up to the `>` that is in no expression. */
function openingTag(text: string): string {
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '>' && depth === 0) return text.slice(0, index);
  }
  return text;
}
