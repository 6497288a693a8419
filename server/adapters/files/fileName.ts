const LONGEST = 200;

/**
 * A user's file name, fit to be shown and saved: no folders, no control or direction-changing characters,
 * at most 200 characters with its ending kept.
 */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (clean.length <= LONGEST) return clean || 'arquivo';
  const ending = clean.match(/\.\w{1,5}$/)?.[0] ?? '';
  return clean.slice(0, LONGEST - ending.length) + ending;
}
