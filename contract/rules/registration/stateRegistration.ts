/** How a state writes its registrations (SINTEGRA): how many digits, and what they begin with where it is fixed. */
interface StateForm {
  lengths: readonly number[];
  begins?: RegExp;
}

const FORMS: Readonly<Record<string, StateForm>> = {
  AC: { lengths: [13], begins: /^01/ },
  AL: { lengths: [9], begins: /^24/ },
  AM: { lengths: [9] },
  AP: { lengths: [9], begins: /^03/ },
  BA: { lengths: [8, 9] },
  CE: { lengths: [9] },
  DF: { lengths: [13], begins: /^0[78]/ },
  ES: { lengths: [9] },
  GO: { lengths: [9], begins: /^(?:1|20)/ },
  MA: { lengths: [9], begins: /^12/ },
  MG: { lengths: [13] },
  MS: { lengths: [9], begins: /^28/ },
  MT: { lengths: [9, 11] },
  PA: { lengths: [9], begins: /^(?:15|7[5-9])/ },
  PB: { lengths: [9] },
  PE: { lengths: [9, 14] },
  PI: { lengths: [9] },
  PR: { lengths: [10] },
  RJ: { lengths: [8] },
  RN: { lengths: [9, 10], begins: /^20/ },
  RO: { lengths: [9, 14] },
  RR: { lengths: [9], begins: /^24/ },
  RS: { lengths: [10] },
  SC: { lengths: [9] },
  SE: { lengths: [9] },
  SP: { lengths: [12, 13] },
  TO: { lengths: [9, 11] },
};

/**
 * Whether a state registration looks like one of this state. Only its form is judged, so that none that holds is
 * doubted: it is a reason to look twice, never to refuse. Without a known state nothing is said against it.
 */
export function fitsState(inscricao: string, uf: string): boolean {
  const form = FORMS[uf];
  const digits = inscricao.replace(/\D/g, '');
  if (!form || !digits) return true;
  return form.lengths.includes(digits.length) && (form.begins?.test(digits) ?? true);
}
