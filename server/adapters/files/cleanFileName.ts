const MAX_NAME_LENGTH = 200;
/** Only this many characters at the end of a given name are examined, since a header may carry kilobytes. */
const MAX_READ = 1_000;

/**
 * Makes a user's file name safe to display and save: no folders, no control or direction-changing characters, and at most 200
 * characters with its extension kept.
 */
export function cleanFileName(given: string): string {
  const last = given.slice(-MAX_READ).normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (clean.length <= MAX_NAME_LENGTH) return clean || 'arquivo';
  const ending = clean.match(/\.\w{1,5}$/)?.[0] ?? '';
  return clean.slice(0, MAX_NAME_LENGTH - ending.length).replace(/\p{Cs}$/u, '') + ending;
}
