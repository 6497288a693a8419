import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { sourceFiles } from '../support/sourceFiles.ts';

/** Tables whose rows tell what happened, in the order in which it did. */
const LOGS = [
  'accountEntries',
  'auditLog',
  'customerLog',
  'outboxEmails',
  'stockMovements',
  'ticketEvents',
  'ticketMessages',
  'ticketMovements',
];
const READ = new RegExp(`\\.from\\(\\s*(?:tables\\.)?(?:${LOGS.join('|')})\\s*\\)`, 'g');
const CALL = /\s*\.(\w+)\(/y;
/** A count or a sum has no order. */
const WITHOUT_ORDER = /select\(\{[^}]*(?:count|sum|sql)[^}]*\}\)$/;

/** The methods that are called one after the other from this position. */
function chainFrom(text: string, start: number): string[] {
  const names: string[] = [];
  let at = start;
  for (;;) {
    CALL.lastIndex = at;
    const call = CALL.exec(text);
    if (!call) return names;
    names.push(call[1] ?? '');
    at = endOfCall(text, CALL.lastIndex);
  }
}

function endOfCall(text: string, inside: number): number {
  let depth = 1;
  let at = inside;
  for (; depth > 0 && at < text.length; at += 1) {
    const letter = text[at] as string;
    if ('\'"`'.includes(letter)) at = text.indexOf(letter, at + 1);
    else if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) depth -= 1;
  }
  return at;
}

const unorderedReads = (text: string): string[] =>
  [...text.matchAll(READ)].flatMap((found) => {
    const chain = chainFrom(text, found.index + found[0].length);
    if (chain.includes('orderBy') || chain.includes('groupBy')) return [];
    if (WITHOUT_ORDER.test(text.slice(0, found.index).trimEnd())) return [];
    return [`line ${text.slice(0, found.index).split('\n').length}: ${found[0]}`];
  });

it('recognises a read without an order, also over several lines and behind a text with brackets', () => {
  expect(unorderedReads("db.select().from(auditLog).where(eq(a, ')'))")).toHaveLength(1);
  expect(unorderedReads('db.select().from(auditLog)\n .where(x)\n .orderBy(auditLog.id)')).toEqual([]);
  expect(unorderedReads('db.select({ n: count() }).from(auditLog)')).toEqual([]);
});

it('every test that reads a log says in which order', () => {
  const found = sourceFiles('tests')
    .filter((file) => !file.endsWith('orderedLogs.test.ts'))
    .flatMap((file) => unorderedReads(readFileSync(file, 'utf8')).map((read) => `${file} ${read}`));
  expect(found).toEqual([]);
});
