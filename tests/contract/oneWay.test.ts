import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../support/sourceFiles.ts';

/** The nouns; seeds and migrations fill an empty database by rules of their own. */
const sources = sourceFiles('server')
  .filter((path) => !path.startsWith('server/db/seed/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const found = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort();

/** Tables that are written in one place, which also writes the log, the version and the announcement. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  agendas: [
    'server/callcenter/agendaImport/agendaTarget.ts',
    'server/callcenter/agendas/create.ts',
    'server/callcenter/agendas/update.ts',
    'server/callcenter/agendas/writeAgenda.ts',
  ],
  auditLog: ['server/writing/audit.ts'],
  customerLog: ['server/sac/customers/commands.ts'],
  feedPending: ['server/feed/writeFeed.ts'],
  realtimeEvents: ['server/realtime/publish.ts'],
  stockMovements: ['server/callcenter/orders/change/stock.ts'],
  ticketEvents: ['server/sac/tickets/change/changeTicket.ts', 'server/sac/tickets/create/writeTicket.ts'],
};

describe('one way to write', () => {
  it.each(Object.entries(WRITERS))('%s', (table, writers) => {
    const write = `\\.(?:insert|update|delete)\\(\\s*${table}\\s*\\)|insertMany\\(\\s*\\w+,\\s*${table}\\b`;
    // By the rows of the noun (writing/row.ts), which are named after the table.
    const byRow = `\\b${table.replace(/s$/, '')}Row\\.(?:create|change|remove)\\(`;
    expect(found(new RegExp(`${write}|${byRow}`))).toEqual(writers);
  });

  it('a notice, which open consoles must learn of', () => {
    expect(found(/\.(?:insert|update|delete)\(\s*notices\s*\)/)).toEqual([
      'server/realtime/publish.ts',
      // Those to one person, which are told on that person's channel.
      'server/writing/noticeTo.ts',
    ]);
    // Its rows announce themselves.
    const rows = found(/\browOf\(notices,/);
    expect(rows).toEqual(['server/config/publishedNotices.ts']);
    expect(found(/announce: [^\n]*publishNotices\(/)).toEqual(rows);
  });

  it('the feed, which the audit fills', () => {
    expect(found(/\bwriteFeed\(/)).toEqual(['server/feed/writeFeed.ts', 'server/writing/audit.ts']);
  });
});

it('rows of one command are refused one by one by Results', () => {
  expect(found(/codigo: \w+\.code, mensagem: \w+\.message/)).toEqual([
    // Each in a transaction of its own, whose outcome is stored.
    'server/jobs/runBulkJob.ts',
    'server/writing/rowResults.ts',
  ]);
});

it('whatever belongs to a customer is changed behind one lock', () => {
  const locking = found(/\.from\(customers\)[^;]*?\.for\('(?:no key )?update'/).filter((path) =>
    path.startsWith('server/callcenter/'),
  );
  expect(locking).toEqual([
    'server/callcenter/customerCore/commands.ts',
    // Whoever leaves a group ends it for the last other, whom the person may not see.
    'server/callcenter/customerGroups/index.ts',
    // These count what belongs to a customer, and change nothing of the customer.
    'server/callcenter/orders/change/saveAsOrder.ts',
    'server/callcenter/products/queries.ts',
  ]);
});

describe('advisory locks', () => {
  it('have their numbers in one table, none twice', () => {
    expect(found(/\b7_225_\d{3}\b/)).toEqual(['server/db/advisoryLock.ts']);
    const numbers = readFileSync('server/db/advisoryLock.ts', 'utf8').match(/\b7_225_\d{3}\b/g) ?? [];
    expect(numbers.length).toBeGreaterThan(10);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('of transactions are taken by one function', () => {
    const taken = found(/pg_(?:try_)?advisory_xact_lock/);
    expect(taken).toEqual([
      'server/db/advisoryLock.ts',
      // Goes on without it, if another process numbers the feed.
      'server/feed/sequencer.ts',
      // Within a block of SQL that only the database runs.
      'server/sac/reports/reader/readerRole.ts',
    ]);
  });
});

it('a limit on how many there are is checked by countLocked, or behind the lock of what they belong to', () => {
  expect(found(/\.\$count\([^;]*?\)\s*>=?\s*MAX_/)).toEqual([
    // Behind the lock of the ticket.
    'server/sac/ticketCosts/index.ts',
  ]);
});

it('words are searched without regard to accents: by fold_text, and only addresses by ilike', () => {
  const compared = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bilike\(\s*([\w.]+)/g)].map(([, column = '']) => `${path} ${column}`),
  );
  expect(compared.sort()).toEqual([
    'server/config/emails.ts outboxEmails.toAddress',
    'server/config/emails.ts outboxEmails.toAddress',
    'server/config/people/index.ts people.email',
  ]);
  const unfolded = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(
        (line) => /\$\{containing\(/.test(line) && !/(?:fold_text\(.*|folded\w*\}|text\}) like/i.test(line),
      )
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(unfolded).toEqual([]);
});

/** What measures how long something takes, or has no clock of its own; everything else asks `now`, which tests can set. */
const CLOCKS: readonly string[] = [
  'server/config/definitions/watch.ts',
  'server/config/flows/rules.ts',
  'server/config/forms/storedValidators.ts',
  'server/jobs/runBulkJob.ts',
  'server/webhooks/deliver.ts',
];

it('nouns read no clock but the one they are given', () => {
  const nouns = /^server\/(?:callcenter|config|jobs|records|sac|session|webhooks)\//;
  expect(found(/\bDate\.now\(\)|\bnew Date\(\)/).filter((path) => nouns.test(path))).toEqual(CLOCKS);
});

it('a browser stores for the person by storeForPerson, and directly only what outlives a session', () => {
  const storing = sourceFiles('src').filter((path) => readFileSync(path, 'utf8').includes('.setItem('));
  expect(storing).toEqual([
    // Choices of this browser under 'balcao.', whoever signs in; those of the shell and of its shortcuts too.
    'src/custom/session/provider/ProviderButton.tsx',
    'src/custom/ticketWizard/state/originStorage.ts',
    // Stores an answer only if the person is still the one who asked.
    'src/dataProvider/answerCache.ts',
    // The session itself: a sign-out that the server must still be told of, the chosen business, the destination.
    'src/dataProvider/authProvider.ts',
    'src/dataProvider/business.ts',
    'src/dataProvider/session.ts',
    'src/shell/DrawerNav.tsx',
    'src/shell/NavDrawer.tsx',
    'src/shell/notices/browserNotices.tsx',
    // How far pages were scrolled, and the last reload of the page.
    'src/ui/shell/navigation/ScrollPositions.tsx',
    'src/ui/shell/newVersion.ts',
    'src/ui/shell/shortcuts/shortcuts.tsx',
  ]);
});

it('journeys end a session by dropSession, unless the open page is to notice', () => {
  const clearing = sourceFiles('tests/e2e').filter((path) =>
    readFileSync(path, 'utf8').includes('.clearCookies('),
  );
  expect(clearing).toEqual([
    'tests/e2e/screens/drafts.e2e.ts',
    'tests/e2e/session/session.e2e.ts',
    'tests/e2e/support/browser.ts',
  ]);
});
