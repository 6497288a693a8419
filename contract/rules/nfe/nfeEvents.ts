/** What an event does to its note: takes it back, corrects its text, or only tells something. */
export type EventEffect = 'CANCELS' | 'CORRECTS' | 'TELLS';

const EFFECTS: Readonly<Record<string, EventEffect>> = {
  '110110': 'CORRECTS',
  '110111': 'CANCELS',
  '110112': 'CANCELS',
};

/** By `tpEvento`: 110110 letter of correction, 110111 cancellation, 110112 cancellation by substitution. */
export const eventEffect = (type: string): EventEffect => EFFECTS[type] ?? 'TELLS';

/** `cStat` of events that hold: registered (135), registered without its note at hand (136), cancelled late (155). */
const REGISTERED = ['135', '136', '155'];
export const isRegistered = (status: string): boolean => REGISTERED.includes(status);

/** `cStat` of a note that may be used: authorised, in time or out of time. */
const AUTHORISED = ['100', '150'];
export const isAuthorised = (status: string): boolean => AUTHORISED.includes(status);

/** Why a note that was not authorised may not be used, by what the authority answered. */
export function unauthorisedSentence(status: string, reason: string): string {
  if (['101', '151', '155'].includes(status)) return 'A nota foi cancelada na SEFAZ.';
  if (['110', '205', '301', '302', '303'].includes(status)) return 'O uso da nota foi denegado pela SEFAZ.';
  if (!status) return 'O arquivo não traz a autorização da SEFAZ (protNFe). Envie o XML autorizado.';
  return `A SEFAZ não autorizou a nota (${status}${reason ? `: ${reason}` : ''}).`;
}
