const LONGEST = 200;
/** Of a name that is given, this much of its end is looked at: a header may carry kilobytes. */
const MOST_READ = 1_000;

/**
 * A user's file name, fit to be shown and saved: no folders, no control or direction-changing characters,
 * at most 200 characters with its ending kept.
 */
export function cleanFileName(given: string): string {
  const last = given.slice(-MOST_READ).normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (clean.length <= LONGEST) return clean || 'arquivo';
  const ending = clean.match(/\.\w{1,5}$/)?.[0] ?? '';
  return clean.slice(0, LONGEST - ending.length).replace(/\p{Cs}$/u, '') + ending;
}
