/** A line of the telephone system as it is stored and compared: '204', 'ana.souza'. */
export const lineName = (text: string): string => text.trim().toLowerCase();

/** What telephone systems call their lines; the rest of a channel ('PJSIP/204-00000a1f') is theirs to cut off. */
export const isLineName = (text: string): boolean => /^[a-z0-9.*#_-]{1,20}$/.test(text);
